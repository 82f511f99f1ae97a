#!/bin/bash -e
# pi-gen runs this to put the station into the system in ROOTFS_DIR; the packages lie in `files`.
install -m 644 -D -t "$ROOTFS_DIR/var/cache/five-lines" files/five-lines_*_all.deb
# The first start makes a partition for the data behind the root, which therefore does not grow; from the second one on
# the root is read-only, and swap stays in memory.
install -m 755 -D -t "$ROOTFS_DIR/usr/local/sbin" files/five-lines-card
install -m 644 -D -t "$ROOTFS_DIR/etc/systemd/system" files/five-lines-card.service
mkdir -p "$ROOTFS_DIR/etc/rpi/swap.conf.d"
printf '[Main]\nMechanism=zram\n' >"$ROOTFS_DIR/etc/rpi/swap.conf.d/five-lines.conf"
sed -i 's/ resize\b//' "$ROOTFS_DIR/boot/firmware/cmdline.txt"
on_chroot <<'CHROOT'
apt-get install --yes /var/cache/five-lines/five-lines_*_all.deb
systemctl enable five-lines.service five-lines-card.service
# Who sets the card up with Raspberry Pi Imager chooses a user; nobody else can log in.
passwd --lock "$(getent passwd 1000 | cut -d: -f1)"
CHROOT
rm -r "$ROOTFS_DIR/var/cache/five-lines"
# A station needs no network, so wireless is off until somebody takes these lines out.
printf '\n[all]\ndtoverlay=disable-wifi\ndtoverlay=disable-bt\n' >>"$ROOTFS_DIR/boot/firmware/config.txt"
