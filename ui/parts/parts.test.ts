import { expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { html, useState } from '../html'
import { toasts as shownToasts } from '../state/toasts'
import { renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'
import { Button } from './controls/button'
import { Copy } from './controls/copy'
import { NumberField, PasswordField, SelectField, Switch, TextField } from './controls/field'
import { Menu } from './controls/menu'
import { SearchField } from './controls/search-field'
import { SegmentedControl } from './controls/segmented'
import { useEditable } from './controls/use-editable'
import { Words } from './controls/words'
import { Confirm, Dialog } from './dialogs/dialog'
import { FolderPicker } from './dialogs/folder-picker'
import { NameDialog } from './dialogs/name-dialog'
import { drawings } from './icons/drawings'
import { Icon, type IconName } from './icons/icon'
import { Qr } from './icons/qr'
import { Table, type TableSort } from './lists/table'
import { Empty } from './status/empty'
import { ErrorLook } from './status/error-look'
import { ErrorScreen } from './status/error-screen'
import { Badge, Mark } from './status/mark'
import { Progress } from './status/progress'
import { Skeleton } from './status/skeleton'
import { Toaster } from './status/toast'
import { Unreachable } from './status/unreachable'

withWindow()

test('every drawing is a stroke icon', async () => {
  const names = Object.keys(drawings) as IconName[]
  const page = await renderPage(html`${names.map((name) => html`<${Icon} key=${name} name=${name} />`)}`)
  const icons = [...page.root.querySelectorAll('svg.icon')]
  expect(icons).toHaveLength(names.length)
  for (const icon of icons) expect(icon.querySelector('path, circle, rect, line, polyline')).not.toBeNull()
})

test('an icon alone has a name, beside a word it is hidden', async () => {
  const page = await renderPage(html`<${Icon} name="search" label="Search" /><${Icon} name="search" />`)
  const [named, hidden] = page.root.querySelectorAll('svg')
  expect(named?.getAttribute('aria-label')).toBe('Search')
  expect(hidden?.getAttribute('aria-hidden')).toBe('true')
})

test('a busy button cannot be pressed twice, and keeps the focus', async () => {
  let pressed = 0
  const page = await renderPage(
    html`
      <${Button} busy onClick=${() => pressed++}>Save<//>
      <${Button} icon="copy" label="Copy" onClick=${() => pressed++} />
      <${Button} href="/import">Import<//>
    `,
  )
  expect(page.named('Save').getAttribute('aria-disabled')).toBe('true')
  page.named('Save').focus()
  await page.click('Save')
  expect([pressed, document.activeElement === page.named('Save')]).toEqual([0, true])
  expect(page.named('Copy').textContent?.trim()).toBe('')
  await page.click('Copy')
  expect(pressed).toBe(1)
  expect(page.named('Import').getAttribute('href')).toBe('/import')
})

test('fields tie their label, hint and error to the box', async () => {
  const typed: unknown[] = []
  const keep = (value: unknown) => typed.push(value)
  const page = await renderPage(html`
    <${TextField} label="Name" value="ana" hint="As on the sign" onInput=${keep} />
    <${PasswordField} label="Password" value="secret" error="Too short" />
    <${SelectField} label="Padding" value="b" choices=${[{ value: 'a', label: 'A' }, { value: 'b', label: 'B' }]} onChange=${keep} />
    <${NumberField} label="Size" value=${30} min=${10} max=${200} unit="entries" onChange=${keep} />
    <${Switch} label="Catalog" on=${false} onChange=${keep} />
  `)
  for (const label of page.root.querySelectorAll('label'))
    expect(page.root.querySelector(`[id="${label.htmlFor}"]`)).not.toBeNull()
  expect(page.find('[aria-invalid="true"]').getAttribute('type')).toBe('password')
  expect(page.find('[role="alert"]').textContent).toContain('Too short')
  await page.click('Show what is typed')
  expect(page.find('[aria-invalid="true"]').getAttribute('type')).toBe('text')
  await page.type('.field-box', 'bob')
  await page.click(page.find('[role="switch"]'))
  expect(typed).toEqual(['bob', true])
  expect(page.find<HTMLSelectElement>('select').value).toBe('b')
})

test('a dialog opens as a modal, names itself and closes on request', async () => {
  let closed = 0
  const page = await renderPage(
    html`<${Dialog} open title="Your key" onClose=${() => closed++}>Keep it<//><${Dialog} open=${false} title="Other" onClose=${() => 0} />`,
  )
  const dialog = page.find<HTMLDialogElement>('dialog')
  expect(dialog.open).toBe(true)
  expect(page.root.querySelectorAll('dialog')).toHaveLength(1)
  expect(page.find(`[id="${dialog.getAttribute('aria-labelledby')}"]`).textContent).toBe('Your key')
  await page.click('Close')
  expect(closed).toBe(1)
})

test('a dialog leads to the guide in a new tab, after the button that closes', async () => {
  const page = await renderPage(
    html`<${Dialog} open title="Your key" help="network#api-key" onClose=${() => 0}>Keep it<//>`,
  )
  const link = page.named('Help: Your key, opens in a new tab')
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/help/network#api-key', '_blank'])
  expect(page.find('dialog :is(button, a)').getAttribute('aria-label')).toBe('Close')
})

test('a removed dialog returns the focus', async () => {
  const page = await renderPage(html`<${Opener} />`)
  const button = page.named('Show')
  button.focus()
  await page.click(button)
  page.named('Close').focus()
  await page.clickFast('Close')
  expect(document.activeElement === button).toBe(true)
})

function Opener() {
  const [open, setOpen] = useState(false)
  return html`
    <button type="button" onClick=${() => setOpen(true)}>Show</button>
    ${open && html`<${Dialog} open title="Your key" onClose=${() => setOpen(false)}>Keep it<//>`}
  `
}

test('a dialog keeps the focus when the focused button is removed', async () => {
  const page = await renderPage(html`<${Steps} />`)
  page.named('Begin').focus()
  await page.click('Begin')
  await page.until('Go on')
  expect(document.activeElement?.textContent?.trim()).toBe('Go on')
})

function Steps() {
  const [begun, setBegun] = useState(false)
  const foot = begun
    ? html`<${Button} key="on" kind="main">Go on<//>`
    : html`<${Button} key="begin" kind="main" onClick=${() => setBegun(true)}>Begin<//>`
  return html`<${Dialog} open title="Steps" onClose=${() => undefined} foot=${foot}>Two<//>`
}

test('a confirmation does nothing until its verb is pressed', async () => {
  const done: string[] = []
  const page = await renderPage(
    html`
      <${Confirm}
        open
        title="Delete 3 series?"
        text="Files stay on disk."
        action="Delete"
        danger
        onConfirm=${() => done.push('yes')}
        onClose=${() => done.push('no')}
      />
    `,
  )
  await page.click('Cancel')
  await page.click('Delete')
  expect(done).toEqual(['no', 'yes'])
})

test('a menu is navigated with arrow keys and closed with Escape', async () => {
  const picked: string[] = []
  const items = [
    { label: 'Pause', onPick: () => picked.push('pause') },
    { label: 'Delete', danger: true, onPick: () => picked.push('delete') },
  ]
  const page = await renderPage(html`<${Menu} title="Saga" items=${items} />`)
  await page.clickFast('Saga')
  expect(document.activeElement?.textContent).toBe('Pause')
  await page.press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('Delete')
  await page.press('Escape')
  expect(page.root.querySelector('[role="menu"]')).toBeNull()
  await page.click('Saga')
  await page.click('Delete')
  expect(picked).toEqual(['delete'])
})

test('a table sorts by its headings, opens with Enter and selects with Space', async () => {
  type Row = { id: string; name: string; have: number }
  const rows: Row[] = [
    { id: '1', name: 'Saga', have: 54 },
    { id: '2', name: 'Monstress', have: 12 },
  ]
  const log: string[] = []
  function Wall() {
    const [sort, setSort] = useState<TableSort>({ key: 'name', down: false })
    const columns = [
      { key: 'name', title: 'Series', sortable: true, cell: (row: Row) => row.name },
      { key: 'have', title: 'Have', number: true, cell: (row: Row) => row.have },
    ]
    const table = {
      caption: 'Series',
      columns,
      rows,
      sort,
      keyOf: (row: Row) => row.id,
      picked: new Set(['2']),
      onSort: setSort,
    }
    return html`
      <${Table}
        ...${table}
        onOpen=${(row: Row) => log.push(`open ${row.id}`)}
        onPick=${(key: string, on: boolean) => log.push(`pick ${key} ${on}`)}
      />
    `
  }
  const page = await renderPage(html`<${Wall} />`)
  const order = () => page.find('th[aria-sort]').getAttribute('aria-sort')
  expect(order()).toBe('ascending')
  await page.click('Series')
  expect(order()).toBe('descending')
  const [first, second] = page.root.querySelectorAll<HTMLElement>('tbody tr')
  await page.press('Enter', first)
  await page.press(' ', second)
  await page.press('ArrowDown', first)
  expect(document.activeElement === second).toBe(true)
  expect(log).toEqual(['open 1', 'pick 2 false'])
})

test('a folder picker opens folders, goes up and picks the current folder', async () => {
  const log: unknown[] = []
  const listing = { path: '/home/ana', parent: '/home', folders: [{ name: 'Comics', path: '/home/ana/Comics' }] }
  const props = { open: true, title: 'Comics', listing, error: undefined, loading: false }
  const page = await renderPage(
    html`
      <${FolderPicker}
        ...${props}
        onOpen=${(path: string) => log.push(path)}
        onPick=${(path: string) => log.push(`pick ${path}`)}
        onClose=${() => log.push('close')}
      />
    `,
  )
  await page.click('Comics')
  await page.click('One folder up')
  await page.click('Use this folder')
  await page.click('Cancel')
  expect(log).toEqual(['/home/ana/Comics', '/home', 'pick /home/ana', 'close'])
})

test.each([
  ['while another folder opens', { loading: true, error: undefined }],
  ['where the folder cannot be opened', { loading: false, error: 'Folder not found' }],
])('a folder picker accepts no folder %s, but the typed path', async (_, state) => {
  const listing = { path: '/home/ana', parent: '/home', folders: [] }
  const picked: string[] = []
  const page = await renderPage(html`
    <${FolderPicker} open title="Comics" listing=${listing} ...${state} onOpen=${() => 0} onPick=${(path: string) => picked.push(path)} onClose=${() => 0} />
  `)
  const use = () => [...page.root.querySelectorAll('button')].find((one) => one.textContent === 'Use this folder')!
  expect(use().disabled).toBe(true)
  await page.type('.folder-picker-here input', '/mnt/nas')
  expect(use().disabled).toBe(false)
  await page.click('Use this folder')
  expect(picked).toEqual(['/mnt/nas'])
})

test('a folder picker opens typed paths and places, and chooses the typed path', async () => {
  const log: unknown[] = []
  const listing = { path: '/home/ana', parent: '/home', folders: [{ name: 'Comics', path: '/home/ana/Comics' }] }
  const page = await renderPage(
    html`
      <${FolderPicker}
        open
        title="Comics"
        listing=${listing}
        error=${undefined}
        loading=${false}
        places=${[{ kind: 'drive', name: 'nas', path: '/mnt/nas' }]}
        completions=${['/mnt/nas', '/mnt/usb']}
        onType=${(path: string) => log.push(`type ${path}`)}
        onOpen=${(path: string) => log.push(`open ${path}`)}
        onPick=${(path: string) => log.push(`pick ${path}`)}
        onClose=${() => log.push('close')}
      />
    `,
  )
  await page.click('nas')
  await page.type('.folder-picker-here input', '/mnt/')
  expect([...page.root.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'))).toEqual([
    '/mnt/nas',
    '/mnt/usb',
  ])
  await page.submit('.folder-picker-here')
  await page.click('Use this folder')
  expect(log).toEqual(['open /mnt/nas', 'type /mnt/', 'open /mnt/', 'pick /mnt/'])
})

test('a folder picker keeps typed text when an answer is late, but not when a folder is opened', async () => {
  const late = { path: '/home/ana', parent: '/home', folders: [{ name: 'Comics', path: '/home/ana/Comics' }] }
  function Late() {
    const [listing, setListing] = useState<typeof late | undefined>(undefined)
    const open = (path: string) => setListing({ ...late, path })
    return html`
      <button type="button" onClick=${() => setListing(late)}>come</button>
      <${FolderPicker} open title="Comics" listing=${listing} loading=${false} error=${undefined} onOpen=${open} onPick=${() => 0} onClose=${() => 0} />
    `
  }
  const page = await renderPage(html`<${Late} />`)
  const typed = () => page.find<HTMLInputElement>('.folder-picker-here input').value
  await page.type('.folder-picker-here input', '/mnt/nas')
  await page.click('come')
  expect(typed()).toBe('/mnt/nas')
  await page.click(page.find('.folder-picker-list button'))
  expect(typed()).toBe('/home/ana/Comics')
})

test('an edited value keeps typed text from its first render on, and restarts with the next value', async () => {
  let save = (_saved: string) => {}
  function Edited({ saved }: { saved: string }) {
    const [value, setValue] = useEditable(saved)
    return html`<${TextField} label="Name" value=${value} onInput=${setValue} /><i>${value}</i>`
  }
  function Later() {
    const [saved, setSaved] = useState<string | undefined>(undefined)
    save = setSaved
    return html`
      <button type="button" onClick=${() => setSaved('Saga')}>edit</button>
      ${saved !== undefined && html`<${Edited} saved=${saved} />`}
    `
  }
  const page = await renderPage(html`<${Later} />`)
  const shown = () => [page.find<HTMLInputElement>('input').value, page.find('i').textContent]
  await page.clickFast('edit')
  await page.type('input', 'Saga, Vol. 2')
  expect(shown()).toEqual(['Saga, Vol. 2', 'Saga, Vol. 2'])
  await act(() => save('Paper Girls'))
  expect(shown()).toEqual(['Paper Girls', 'Paper Girls'])
})

test('a folder picker shows the number of comics in a folder', async () => {
  const folders = ['A', 'B', 'C', 'D'].map((name) => ({ name, path: `/${name}` }))
  const counts = new Map([
    ['/', { comics: 5000, more: true }],
    ['/A', { comics: 1204, more: false }],
    ['/B', { comics: 0, more: false }],
    ['/C', { comics: 0, more: true }],
  ])
  const listing = { path: '/', parent: null, folders }
  const props = { open: true, title: 'Comics', listing, error: undefined, loading: false, counts }
  const page = await renderPage(
    html`<${FolderPicker} ...${props} onOpen=${() => 0} onPick=${() => 0} onClose=${() => 0} />`,
  )
  expect(page.find('.folder-picker-count').textContent).toBe('5,000+ comics')
  expect([...page.root.querySelectorAll('.folder-picker-list small')].map((one) => one.textContent)).toEqual([
    '1,204 comics',
    'No comics',
    '',
    '',
  ])
})

test('selects, segments and the search field report the chosen value', async () => {
  const chosen: string[] = []
  const keep = (value: string) => chosen.push(value)
  const words = [
    { value: 'all', label: 'All', count: 5000 },
    { value: 'missing', label: 'Missing' },
  ]
  const page = await renderPage(html`
    <${Words} label="Show" value="all" words=${words} onChange=${keep} />
    <${SegmentedControl}
      label="View"
      value="grid"
      choices=${[{ value: 'grid', label: 'Covers', icon: 'grid' }, { value: 'rows', label: 'Rows', icon: 'rows' }]}
      onChange=${keep}
    />
    <${SearchField} label="Find a series" value="sag" onInput=${keep} />
  `)
  expect(page.text()).toContain('5,000')
  await page.click('Missing')
  await page.type('input[type="search"]', 'saga')
  await page.press('Escape', page.find('input[type="search"]'))
  expect(chosen).toEqual(['missing', 'saga', ''])
})

test.each([
  [true, false],
  [false, true],
])('Enter in the filter of a list closes the keyboard of a phone only (%p)', async (isTouch, isFocused) => {
  const media = globalThis.matchMedia
  globalThis.matchMedia = (() => ({ matches: isTouch })) as never
  const page = await renderPage(html`<${SearchField} label="Find a series" value="sag" onInput=${() => undefined} />`)
  const box = page.find('input')
  box.focus()
  await page.press('a', box)
  expect(document.activeElement).toBe(box)
  await page.press('Enter', box)
  globalThis.matchMedia = media
  expect(document.activeElement === box).toBe(isFocused)
})

test('state is shown by a word as well as a colour', async () => {
  const page = await renderPage(
    html`
      <${Mark} state="have" />
      <${Mark} state="attention" word="Download failed" wordless />
      <${Badge} count=${0} label="in flight" />
      <${Badge} count=${1200} label="in flight" kind="attention" />
    `,
  )
  expect(page.text()).toBe('In the libraryDownload failed999+ in flight')
  expect(page.root.querySelectorAll('.mark-shape')).toHaveLength(2)
})

test('toasts offer their action once and can be dismissed', async () => {
  const log: string[] = []
  const toasts = [
    { id: 1, text: 'Catalog is saved.', kind: 'note', action: { label: 'Undo', run: () => log.push('undo') } },
    { id: 2, text: 'No.', kind: 'error' },
  ]
  const page = await renderPage(
    html`<${Toaster} toasts=${toasts} onClose=${(id: number) => log.push(`close ${id}`)} />`,
  )
  await page.click('Undo')
  expect(log).toEqual(['undo', 'close 1'])
})

test('the loading, empty and error views', async () => {
  let tries = 0
  const page = await renderPage(html`
    <${Skeleton} kind="covers" count=${3} /><${Progress} label="Scanning" value=${0.25} /><${Progress} kind="line" label="Working" />
    <${Empty} icon="inbox" title="Nothing is waiting for you" text="Failed downloads will appear here." />
    <${ErrorLook} what="The library could not be loaded" detail="The disk sleeps." onRetry=${() => tries++} />
    <${Unreachable} detail="Nothing answers." onRetry=${() => tries++} />
    <${Copy} text="http://192.168.1.20:8090/opds" label="Copy the address" /><${Qr} text="http://192.168.1.20:8090/opds" label="QR code" />
  `)
  await page.click('Try again')
  await page.click('Try again now')
  expect(tries).toBe(2)
  expect(page.find('progress').getAttribute('value')).toBe('25')
  expect(page.find('.qr path').getAttribute('d')?.length).toBeGreaterThan(500)
})

test('a page that fails to render shows an error and leaves the rest usable', async () => {
  const Bad = () => {
    throw new Error('No such cover')
  }
  const page = await renderPage(html`<p>Rail</p><${ErrorScreen}><${Bad} /><//>`)
  expect(page.text()).toContain('Rail')
  expect(page.find('[role="alert"]').textContent).toContain('No such cover')
})

test('leaving a broken page renders again', async () => {
  const Page = ({ at }: { at: string }) => {
    if (at === '/bad') throw new Error('No such cover')
    return html`<p>Fine</p>`
  }
  function Walk() {
    const [at, setAt] = useState('/bad')
    return html`<button onClick=${() => setAt('/good')}>on</button><${ErrorScreen} at=${at}><${Page} at=${at} /><//>`
  }
  const page = await renderPage(html`<${Walk} />`)
  expect(page.text()).toContain('No such cover')
  await page.click('on')
  expect(page.text()).toBe('onFine')
})

test('a name entered twice in a row is submitted once, and can be submitted again after a failure', async () => {
  const taken: string[] = []
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  let closed = 0
  const onName = (name: string) => answers[taken.push(name) - 1]!.promise
  const dialog = { title: 'New list', action: 'Create', name: 'Noir', onName, onClose: () => closed++ }
  const page = await renderPage(html`<${NameDialog} ...${dialog} />`)
  const enter = () => new (window as unknown as typeof globalThis).Event('submit', { bubbles: true, cancelable: true })
  await act(() => {
    for (let press = 0; press < 2; press++) page.find('form').dispatchEvent(enter())
  })
  await page.submit()
  expect(taken).toEqual(['Noir'])
  answers[0]!.resolve(false)
  await page.whenIdle()
  expect(closed).toBe(0)
  await page.submit()
  answers[1]!.resolve(true)
  await page.whenIdle()
  expect(taken).toEqual(['Noir', 'Noir'])
  expect(closed).toBe(1)
})

test('the reason why a name was refused is shown at it, until another is typed', async () => {
  const onName = () => Promise.reject(new Error('There is a list named Noir already.'))
  const dialog = { title: 'New list', action: 'Create', name: 'Noir', onName, onClose: () => undefined }
  const page = await renderPage(html`<${NameDialog} ...${dialog} />`)
  await page.submit()
  expect(page.find('.field[data-wrong="true"] [role="alert"]').textContent).toBe('There is a list named Noir already.')
  expect(shownToasts.value).toEqual([])
  await page.type('input', 'Noire')
  expect(page.root.querySelector('[role="alert"]')).toBeNull()
})

test('an empty name is not submitted', async () => {
  const taken: string[] = []
  const onName = async (name: string) => taken.push(name) > 0
  const dialog = { title: 'New list', action: 'Create', onName, onClose: () => undefined }
  const page = await renderPage(html`<${NameDialog} ...${dialog} />`)
  await page.submit()
  await page.type('input', '  ')
  await page.submit()
  expect(taken).toEqual([])
  await page.type('input', ' Noir ')
  await page.submit()
  expect(taken).toEqual(['Noir'])
})
