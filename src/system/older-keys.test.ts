import { afterEach, beforeEach, expect, test } from 'bun:test'
import { keepClient } from '../downloads/clients/store'
import { type TestApp, testApp } from '../testing/app'
import { clientRow } from '../testing/clients'

let house: TestApp
beforeEach(async () => {
  house = await testApp()
})
afterEach(() => house.close())

const look = () => house.reader.json(200, house.reader.get('/api/config'))

test('without download clients the keys of existing tools say so', async () => {
  expect(await look()).toMatchObject({
    ...{ nzb_downloader: 3, nzb_downloader_label: 'Disabled', sab_host: '', sab_apikey_set: false },
    ...{ torrent_downloader: 0, torrent_downloader_label: 'Watchfolder' },
  })
})

test('they name the first client of their kind, without its login and key', async () => {
  const address = 'http://bob:secret@nas.test:8080/sabnzbd'
  house.db.write((tx) => {
    keepClient(tx, clientRow({ type: 'sabnzbd', address, secret: 'k3y-of-sabnzbd', category: 'books' }))
    keepClient(tx, clientRow({ type: 'deluge', address: 'http://nas.test:8112', secret: 'deluge-word' }))
  })
  const shown = await look()
  expect(shown).toMatchObject({
    ...{
      nzb_downloader: 0,
      nzb_downloader_label: 'SABnzbd',
      torrent_downloader: 4,
      torrent_downloader_label: 'Deluge',
    },
    ...{ sab_host: 'http://nas.test:8080/sabnzbd', sab_category: 'books', sab_apikey_set: true },
  })
  expect(JSON.stringify(shown)).not.toMatch(/k3y-of-sabnzbd|deluge-word|secret@/)
})

test('they are read, not written', async () => {
  const saved = await house.reader.json(200, house.reader.put('/api/config', { sab_host: 'http://x', log_level: 1 }))
  expect(saved.ignored).toEqual(['sab_host'])
  await house.reader.json(400, house.reader.put('/api/config', { nzb_downloader: 0 }))
})
