import arrowDownSvg from 'lucide-static/icons/arrow-down.svg' with { type: 'text' }
import arrowLeftSvg from 'lucide-static/icons/arrow-left.svg' with { type: 'text' }
import arrowRightSvg from 'lucide-static/icons/arrow-right.svg' with { type: 'text' }
import arrowUpSvg from 'lucide-static/icons/arrow-up.svg' with { type: 'text' }
import sortSvg from 'lucide-static/icons/arrow-up-down.svg' with { type: 'text' }
import bookOpenSvg from 'lucide-static/icons/book-open.svg' with { type: 'text' }
import bookmarkSvg from 'lucide-static/icons/bookmark.svg' with { type: 'text' }
import calendarSvg from 'lucide-static/icons/calendar.svg' with { type: 'text' }
import checkSvg from 'lucide-static/icons/check.svg' with { type: 'text' }
import chevronDownSvg from 'lucide-static/icons/chevron-down.svg' with { type: 'text' }
import chevronLeftSvg from 'lucide-static/icons/chevron-left.svg' with { type: 'text' }
import chevronRightSvg from 'lucide-static/icons/chevron-right.svg' with { type: 'text' }
import chevronUpSvg from 'lucide-static/icons/chevron-up.svg' with { type: 'text' }
import alertSvg from 'lucide-static/icons/circle-alert.svg' with { type: 'text' }
import userSvg from 'lucide-static/icons/circle-user.svg' with { type: 'text' }
import clockSvg from 'lucide-static/icons/clock.svg' with { type: 'text' }
import copySvg from 'lucide-static/icons/copy.svg' with { type: 'text' }
import enterSvg from 'lucide-static/icons/corner-down-left.svg' with { type: 'text' }
import downloadSvg from 'lucide-static/icons/download.svg' with { type: 'text' }
import moreSvg from 'lucide-static/icons/ellipsis.svg' with { type: 'text' }
import externalSvg from 'lucide-static/icons/external-link.svg' with { type: 'text' }
import eyeSvg from 'lucide-static/icons/eye.svg' with { type: 'text' }
import eyeOffSvg from 'lucide-static/icons/eye-off.svg' with { type: 'text' }
import folderSvg from 'lucide-static/icons/folder.svg' with { type: 'text' }
import importSvg from 'lucide-static/icons/folder-down.svg' with { type: 'text' }
import folderOpenSvg from 'lucide-static/icons/folder-open.svg' with { type: 'text' }
import driveSvg from 'lucide-static/icons/hard-drive.svg' with { type: 'text' }
import imageOffSvg from 'lucide-static/icons/image-off.svg' with { type: 'text' }
import inboxSvg from 'lucide-static/icons/inbox.svg' with { type: 'text' }
import infoSvg from 'lucide-static/icons/info.svg' with { type: 'text' }
import keySvg from 'lucide-static/icons/key-round.svg' with { type: 'text' }
import gridSvg from 'lucide-static/icons/layout-grid.svg' with { type: 'text' }
import librarySvg from 'lucide-static/icons/library-big.svg' with { type: 'text' }
import filterSvg from 'lucide-static/icons/list-filter.svg' with { type: 'text' }
import logOutSvg from 'lucide-static/icons/log-out.svg' with { type: 'text' }
import minusSvg from 'lucide-static/icons/minus.svg' with { type: 'text' }
import monitorSvg from 'lucide-static/icons/monitor.svg' with { type: 'text' }
import moonSvg from 'lucide-static/icons/moon.svg' with { type: 'text' }
import pauseSvg from 'lucide-static/icons/pause.svg' with { type: 'text' }
import pencilSvg from 'lucide-static/icons/pencil.svg' with { type: 'text' }
import playSvg from 'lucide-static/icons/play.svg' with { type: 'text' }
import plusSvg from 'lucide-static/icons/plus.svg' with { type: 'text' }
import refreshSvg from 'lucide-static/icons/refresh-cw.svg' with { type: 'text' }
import rowsSvg from 'lucide-static/icons/rows-3.svg' with { type: 'text' }
import scanSvg from 'lucide-static/icons/scan-search.svg' with { type: 'text' }
import searchSvg from 'lucide-static/icons/search.svg' with { type: 'text' }
import renameSvg from 'lucide-static/icons/signature.svg' with { type: 'text' }
import settingsSvg from 'lucide-static/icons/sliders-horizontal.svg' with { type: 'text' }
import sunSvg from 'lucide-static/icons/sun.svg' with { type: 'text' }
import tabletSvg from 'lucide-static/icons/tablet.svg' with { type: 'text' }
import tagsSvg from 'lucide-static/icons/tags.svg' with { type: 'text' }
import trashSvg from 'lucide-static/icons/trash-2.svg' with { type: 'text' }
import warningSvg from 'lucide-static/icons/triangle-alert.svg' with { type: 'text' }
import undoSvg from 'lucide-static/icons/undo-2.svg' with { type: 'text' }
import wifiSvg from 'lucide-static/icons/wifi.svg' with { type: 'text' }
import wifiOffSvg from 'lucide-static/icons/wifi-off.svg' with { type: 'text' }
import closeSvg from 'lucide-static/icons/x.svg' with { type: 'text' }

/** The stroke drawings of the house (lucide, ISC). A new one is an import and a line. */
export const drawings = {
  alert: alertSvg,
  'arrow-down': arrowDownSvg,
  'arrow-left': arrowLeftSvg,
  'arrow-right': arrowRightSvg,
  'arrow-up': arrowUpSvg,
  'book-open': bookOpenSvg,
  bookmark: bookmarkSvg,
  calendar: calendarSvg,
  check: checkSvg,
  'chevron-down': chevronDownSvg,
  'chevron-left': chevronLeftSvg,
  'chevron-right': chevronRightSvg,
  'chevron-up': chevronUpSvg,
  clock: clockSvg,
  close: closeSvg,
  copy: copySvg,
  download: downloadSvg,
  drive: driveSvg,
  enter: enterSvg,
  external: externalSvg,
  eye: eyeSvg,
  'eye-off': eyeOffSvg,
  filter: filterSvg,
  folder: folderSvg,
  'folder-open': folderOpenSvg,
  grid: gridSvg,
  'image-off': imageOffSvg,
  import: importSvg,
  inbox: inboxSvg,
  info: infoSvg,
  key: keySvg,
  library: librarySvg,
  'log-out': logOutSvg,
  minus: minusSvg,
  monitor: monitorSvg,
  moon: moonSvg,
  more: moreSvg,
  pause: pauseSvg,
  pencil: pencilSvg,
  play: playSvg,
  plus: plusSvg,
  refresh: refreshSvg,
  rename: renameSvg,
  rows: rowsSvg,
  scan: scanSvg,
  search: searchSvg,
  settings: settingsSvg,
  sort: sortSvg,
  sun: sunSvg,
  tablet: tabletSvg,
  tags: tagsSvg,
  trash: trashSvg,
  undo: undoSvg,
  user: userSvg,
  warning: warningSvg,
  wifi: wifiSvg,
  'wifi-off': wifiOffSvg,
} satisfies Record<string, string>
