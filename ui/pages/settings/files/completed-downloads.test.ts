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

test('the handling of a completed download is switched and chosen', async () => {
  const { turn, rowOf, choose, sent } = await openSettings(config)
  await turn('Rename downloads')
  await choose(rowOf('Replace existing files').querySelector('select'), 'filetype-cbz')
  await choose(rowOf('Import method').querySelector('select'), 'copy')
  await choose(rowOf('Stalled torrent timeout').querySelector('input'), '48')
  expect(sent('PUT /api/config')).toEqual([
    { rename_arrivals: false },
    { dupeconstraint: 'filetype-cbz' },
    { file_opts: 'copy' },
    { torrent_stalled_hours: 48 },
  ] as never)
  expect(toasts.value.at(-1)?.text).toBe('Stalled torrent timeout: saved.')
})

test('a number out of range is not sent, and the old one is restored', async () => {
  const { rowOf, choose, sent } = await openSettings(config)
  const box = rowOf('Stalled torrent timeout').querySelector('input') as HTMLInputElement
  await choose(box, '9999')
  await choose(box, '')
  expect([box.value, sent('PUT /api/config').length]).toEqual(['24', 0])
})

test('the folder of completed downloads is required when watching is on', async () => {
  const { turn, labels, page, sent } = await openSettings(config, {
    'GET /api/filesystem': { path: '/done', parent: '/', folders: [] },
  })
  expect(labels('completed-downloads')).not.toContain('Watched download folder')
  await turn('Watch a download folder')
  await page.click('Choose the watched download folder')
  await page.click('Use this folder')
  expect(sent('PUT /api/config')).toEqual([{ enable_check_folder: true }, { check_folder: '/done' }] as never)
})

test('permissions are required when setting them is on', async () => {
  const { turn, rowOf, labels, choose, sent } = await openSettings(config)
  expect(labels('completed-downloads')).not.toContain('File permissions')
  await turn('Set permissions')
  await choose(rowOf('File permissions').querySelector('input'), '0640')
  expect(sent('PUT /api/config')).toEqual([{ enforce_perms: true }, { chmod_file: '0640' }] as never)
})
