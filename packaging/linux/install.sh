#!/bin/sh
# Installs Panelkeep for your user, without root, and adds it to the applications menu: ./install.sh
# Removes it and keeps your comics and your data: ./install.sh --remove
set -eu

here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
config=${XDG_CONFIG_HOME:-$HOME/.config}
program=$HOME/.local/bin/panelkeep
entry=$data/applications/panelkeep.desktop
icons=$data/icons/hicolor

tell_desktop() {
  ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$data/applications" || true
}

case ${1:-} in
--remove)
  rm -f "$program" "$entry" "$config/autostart/panelkeep.desktop"
  rm -f "$icons/scalable/apps/panelkeep.svg" "$icons/256x256/apps/panelkeep.png"
  tell_desktop
  echo "Panelkeep was removed. Your comics and the data in $data/panelkeep are kept."
  ;;
'')
  mkdir -p "$(dirname "$program")" "$data/applications" "$icons/scalable/apps" "$icons/256x256/apps"
  # Copied beside it, then renamed: a running Panelkeep keeps its own file.
  cp "$here/panelkeep" "$program.new"
  chmod 755 "$program.new"
  mv -f "$program.new" "$program"
  cp "$here/panelkeep.svg" "$icons/scalable/apps/"
  cp "$here/panelkeep.png" "$icons/256x256/apps/"
  # In a quoted Exec line these four characters are escaped, and percent signs are doubled.
  quoted=$(printf '%s' "$program" | sed -e 's/["`$\\]/\\\\&/g' -e 's/%/%%/g')
  awk -v line="Exec=\"$(printf '%s' "$quoted" | sed 's/\\/\\\\/g')\"" '/^Exec=/ { print line; next } { print }' \
    "$here/panelkeep.desktop" >"$entry"
  tell_desktop
  echo "Panelkeep was added to the applications menu. The program is $program."
  ;;
*)
  echo "Unknown argument: $1. Use ./install.sh or ./install.sh --remove." >&2
  exit 2
  ;;
esac
