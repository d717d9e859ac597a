import { expect, test } from 'bun:test'
import { html } from '../html'
import { type ReceivedRequest, refusal, renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'
import { FolderDialog } from './folder-dialog'

withWindow()

const listing = (path: string, ...names: string[]) => ({
  path,
  parent: '/',
  folders: names.map((name) => ({ name, path: `${path}/${name}` })),
})

/** A disk with `/comics` and `/comics/Saga`. */
const disk = ({ query }: ReceivedRequest) => {
  const path = (query.path ?? '/comics').replace(/(.)\/$/, '$1')
  if (path === '/comics') return listing(path, 'Saga', 'Sandman')
  return path === '/comics/Saga' ? listing(path) : refusal(404, `Folder not found: ${path}.`)
}

const open = async (more: object = {}, start?: string) => {
  const picked: string[] = []
  const replies = { 'GET /api/filesystem': disk, ...more }
  const onPick = (path: string) => picked.push(path)
  const page = await renderPage(
    html`<${FolderDialog} title="Comics" start=${start} onPick=${onPick} onClose=${() => picked.push('closed')} />`,
    { replies },
  )
  return { page, picked, input: () => page.find<HTMLInputElement>('.folder-picker-here input') }
}
const BOX = '.folder-picker-here input'

test('a chosen folder is remembered as the last choice', async () => {
  const { page, picked } = await open()
  await page.click('Use this folder')
  expect(picked).toEqual(['/comics'])
  expect(page.requests.find(({ name }) => name === 'POST /api/filesystem/chosen')?.body).toEqual({ path: '/comics' })
})

test('a typed path is completed from the folder above it', async () => {
  const { page } = await open()
  await page.type(BOX, '/comics/SA')
  const offered = [...page.root.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'))
  expect(offered).toEqual(['/comics/Saga', '/comics/Sandman'])
})

test('an existing typed path can be used at once; a missing one is refused with the reason', async () => {
  const { page, picked } = await open()
  await page.type(BOX, '/nowhere')
  await page.click('Use this folder')
  expect(page.find('[role="alert"]').textContent).toContain('Folder not found: /nowhere.')
  expect(picked).toEqual([])
  await page.type(BOX, '/comics/Saga')
  await page.click('Use this folder')
  expect(picked).toEqual(['/comics/Saga'])
})

test('a missing start folder opens the dialog beside the last choice', async () => {
  const { input } = await open({}, '/gone')
  expect(input().value).toBe('/comics')
})

test('places of the same name have the folders above that tell them apart', async () => {
  const place = (path: string, name = path.split(/[\\/]/).at(-1)) => ({ kind: 'library', name, path })
  const paths = ['/nas/a/Comics', '/nas/b/Comics', '/disk/b/Comics', '/nas/Manga', 'D:\\old\\Manga']
  const places = [...paths.map((path) => place(path)), place('/home/ana', 'Home')]
  const { page } = await open({ 'GET /api/filesystem/places': { places } })
  const words = [...page.root.querySelectorAll('.folder-picker-places span')].map((one) => one.textContent)
  expect(words).toEqual(['a/Comics', 'nas/b/Comics', 'disk/b/Comics', 'nas/Manga', 'old\\Manga', 'Home'])
})

test('each folder shows its number of comics', async () => {
  const asked: string[] = []
  const count = ({ query }: ReceivedRequest) => {
    asked.push(query.path ?? '')
    return { comics: asked.length, more: false }
  }
  const { page } = await open({ 'GET /api/filesystem/count': count })
  expect(asked).toEqual(['/comics', '/comics/Saga', '/comics/Sandman'])
  expect(page.text()).toContain('2 comics')
})
