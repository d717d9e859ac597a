/**
 * The script for `osascript`: a menu bar item that shows the content of a file, read each second, and writes the
 * chosen command to its output. The script ends with its parent process. It uses Apple's JavaScript bridge, where
 * naming a method without arguments calls it.
 */
export const MAC_SCRIPT = `
function run(argv) {
  ObjC.import('Cocoa')
  ObjC.import('unistd')
  const parent = $.getppid()
  const utf8 = 4
  const app = $.NSApplication.sharedApplication
  app.setActivationPolicy(1)
  const item = $.NSStatusBar.systemStatusBar.statusItemWithLength(-1)
  let shown = ''

  const say = (word) =>
    $.NSFileHandle.fileHandleWithStandardOutput.writeData($(word + '\\n').dataUsingEncoding(utf8))
  const look = () => {
    if ($.getppid() !== parent) return app.terminate($())
    const now = ObjC.unwrap($.NSString.stringWithContentsOfFileEncodingError(argv[0], utf8, $()))
    if (!now || now === shown) return
    shown = now
    show(JSON.parse(now))
  }

  ObjC.registerSubclass({
    name: 'PanelkeepTray',
    methods: {
      'chosen:': { types: ['void', ['id']], implementation: (line) => say(ObjC.unwrap(line.representedObject)) },
      'look:': { types: ['void', ['id']], implementation: () => look() },
    },
  })
  const target = $.PanelkeepTray.alloc.init

  const show = ({ picture, tip, menu }) => {
    const image = $.NSImage.alloc.initWithContentsOfFile(picture)
    image.setSize($.NSMakeSize(18, 18))
    item.button.setImage(image)
    item.button.setToolTip(tip)
    const made = $.NSMenu.alloc.init
    made.setAutoenablesItems(false)
    for (const line of menu) made.addItem(line.isSeparator ? $.NSMenuItem.separatorItem : entry(line))
    item.setMenu(made)
  }
  const entry = ({ label, command, ticked }) => {
    const made = $.NSMenuItem.alloc.initWithTitleActionKeyEquivalent(label, 'chosen:', '')
    made.setTarget(target)
    made.setRepresentedObject($(command || ''))
    made.setEnabled(command !== null)
    made.setState(ticked ? 1 : 0)
    return made
  }

  look()
  $.NSTimer.scheduledTimerWithTimeIntervalTargetSelectorUserInfoRepeats(1, target, 'look:', $(), true)
  app.run
}
`
