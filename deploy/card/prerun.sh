#!/bin/bash -e
# pi-gen runs this before the stage: it goes on from Raspberry Pi OS Lite.
if [ ! -d "$ROOTFS_DIR" ]; then copy_previous; fi
