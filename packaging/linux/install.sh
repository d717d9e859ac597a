#!/bin/sh
# Puts Panelkeep into the menu of your desktop, for you alone and without root: ./install.sh
# Takes it out again and leaves your library and its data where they are: ./install.sh --remove
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
  echo "Panelkeep is removed. Your comics were not touched; its data is left in $data/panelkeep."
  ;;
'')
  mkdir -p "$(dirname "$program")" "$data/applications" "$icons/scalable/apps" "$icons/256x256/apps"
  # Beside and renamed: a Panelkeep that runs keeps its own file.
  cp "$here/panelkeep" "$program.new"
  chmod 755 "$program.new"
  mv -f "$program.new" "$program"
  cp "$here/panelkeep.svg" "$icons/scalable/apps/"
  cp "$here/panelkeep.png" "$icons/256x256/apps/"
  # Within quotes of an Exec line these four are escaped, and a percent sign is doubled.
  quoted=$(printf '%s' "$program" | sed -e 's/["`$\\]/\\\\&/g' -e 's/%/%%/g')
  awk -v line="Exec=\"$(printf '%s' "$quoted" | sed 's/\\/\\\\/g')\"" '/^Exec=/ { print line; next } { print }' \
    "$here/panelkeep.desktop" >"$entry"
  tell_desktop
  echo "Panelkeep is in the menu of your desktop, and at $program."
  ;;
*)
  echo "install.sh takes --remove or nothing, not $1." >&2
  exit 2
  ;;
esac
