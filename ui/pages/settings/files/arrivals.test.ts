import { afterEach, expect, test } from 'bun:test'
import { toasts } from '../../../state/toasts'
import { openSettings } from '../../../testing/settings-page'
import { withWindow } from '../../../testing/window'

withWindow()
afterEach(() => {
  toasts.value = []
})

const config = {
  post_processing: true,
  rename_arrivals: true,
  dupeconstraint: 'filesize',
  file_opts: 'move',
  enable_check_folder: false,
  check_folder: '',
  download_scan_interval: 5,
  failed_download_handling: true,
  failed_auto: true,
  torrent_stalled_hours: 24,
  enforce_perms: false,
  chmod_file: '0660',
  chmod_dir: '0777',
}

test('what becomes of a download is switched and chosen', async () => {
  const { turn, rowOf, choose, sent } = await openSettings(config)
  await turn('Rename downloads')
  await choose(rowOf('When an issue is there already').querySelector('select'), 'filetype-cbz')
  await choose(rowOf('How files come from folders').querySelector('select'), 'copy')
  await choose(rowOf('How long a torrent may stand still').querySelector('input'), '48')
  expect(sent('PUT /api/config')).toEqual([
    { rename_arrivals: false },
    { dupeconstraint: 'filetype-cbz' },
    { file_opts: 'copy' },
    { torrent_stalled_hours: 48 },
  ] as never)
  expect(toasts.value.at(-1)?.text).toBe('How long a torrent may stand still is saved.')
})

test('a number out of bounds is not sent, and the old one is back', async () => {
  const { rowOf, choose, sent } = await openSettings(config)
  const box = rowOf('How long a torrent may stand still').querySelector('input') as HTMLInputElement
  await choose(box, '9999')
  await choose(box, '')
  expect([box.value, sent('PUT /api/config').length]).toEqual(['24', 0])
})

test('the folder of finished downloads is asked for once it is to be watched', async () => {
  const { turn, labels, page, sent } = await openSettings(config, {
    'GET /api/filesystem': { path: '/done', parent: '/', folders: [] },
  })
  expect(labels('arrivals')).not.toContain('Folder of finished downloads')
  await turn('Take from a folder')
  await page.click('Choose the folder of finished downloads')
  await page.click('Use this folder')
  expect(sent('PUT /api/config')).toEqual([{ enable_check_folder: true }, { check_folder: '/done' }] as never)
})

test('permissions are asked for once they are to be set', async () => {
  const { turn, rowOf, labels, choose, sent } = await openSettings(config)
  expect(labels('arrivals')).not.toContain('Permissions of files')
  await turn('Set permissions')
  await choose(rowOf('Permissions of files').querySelector('input'), '0640')
  expect(sent('PUT /api/config')).toEqual([{ enforce_perms: true }, { chmod_file: '0640' }] as never)
})
