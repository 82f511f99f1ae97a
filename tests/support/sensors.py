"""The sensors of the camera modules with their modes, as `rpicam-hello --list-cameras` tells them."""

from hardware.camera.sensor_modes import SensorMode


def mode(width: int, height: int, bits: int, fps: float, x: int, y: int, wide: int, high: int) -> SensorMode:
    return SensorMode((width, height), bits, fps, (x, y, wide, high))


MODULE_1 = (  # ov5647, github.com/raspberrypi/rpicam-apps/issues/427
    mode(640, 480, 10, 58.92, 16, 0, 2560, 1920),
    mode(1296, 972, 10, 43.25, 0, 0, 2592, 1944),
    mode(1920, 1080, 10, 30.62, 348, 434, 1928, 1080),
    mode(2592, 1944, 10, 15.63, 0, 0, 2592, 1944),
)
MODULE_2 = (  # imx219, github.com/lit-robotics/libcamera-rs/pull/75
    mode(640, 480, 10, 206.65, 1000, 752, 1280, 960),
    mode(1640, 1232, 10, 41.85, 0, 0, 3280, 2464),
    mode(1920, 1080, 10, 47.57, 680, 692, 1920, 1080),
    mode(3280, 2464, 10, 21.19, 0, 0, 3280, 2464),
    mode(640, 480, 8, 206.65, 1000, 752, 1280, 960),
    mode(1640, 1232, 8, 83.70, 0, 0, 3280, 2464),
    mode(1920, 1080, 8, 47.57, 680, 692, 1920, 1080),
    mode(3280, 2464, 8, 21.19, 0, 0, 3280, 2464),
)
MODULE_3 = (  # imx708, github.com/raspberrypi/rpicam-apps/issues/533
    mode(1536, 864, 10, 120.13, 768, 432, 3072, 1728),
    mode(2304, 1296, 10, 56.03, 0, 0, 4608, 2592),
    mode(4608, 2592, 10, 14.35, 0, 0, 4608, 2592),
)
HQ = (  # imx477, github.com/raspberrypi/rpicam-apps/issues/336
    mode(1332, 990, 10, 120.05, 696, 528, 2664, 1980),
    mode(2028, 1080, 12, 50.03, 0, 440, 4056, 2160),
    mode(2028, 1520, 12, 40.01, 0, 0, 4056, 3040),
    mode(4056, 3040, 12, 10.00, 0, 0, 4056, 3040),
)
HQ_LATER = (  # imx477 with the driver of Linux 6.12, github.com/raspberrypi/linux/pull/6208
    mode(1332, 990, 10, 169.87, 696, 528, 2664, 1980),
    mode(2028, 1080, 12, 105.95, 0, 440, 4056, 2160),
    mode(2028, 1520, 12, 75.36, 0, 0, 4056, 3040),
    mode(4056, 2160, 12, 27.48, 0, 440, 4056, 3040),
    mode(4056, 3040, 12, 19.53, 0, 0, 4056, 3040),
)
