#!/bin/bash -e
# pi-gen runs this to put the station into the system in ROOTFS_DIR; the packages lie in `files`.
install -m 644 -D -t "$ROOTFS_DIR/var/cache/five-lines" files/five-lines_*_all.deb
on_chroot <<'CHROOT'
apt-get install --yes /var/cache/five-lines/five-lines_*_all.deb
systemctl enable five-lines.service
# Who sets the card up with Raspberry Pi Imager chooses a user; nobody else can log in.
passwd --lock "$(getent passwd 1000 | cut -d: -f1)"
CHROOT
rm -r "$ROOTFS_DIR/var/cache/five-lines"
# A station needs no network, so wireless is off until somebody takes these lines out.
printf '\n[all]\ndtoverlay=disable-wifi\ndtoverlay=disable-bt\n' >>"$ROOTFS_DIR/boot/firmware/config.txt"
