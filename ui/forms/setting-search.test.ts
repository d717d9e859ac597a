import { expect, test } from 'bun:test'
import type { Section, Setting } from './setting'
import { findSettings } from './setting-search'

const setting = (key: string, label: string, about = '', terms = ''): Setting => {
  return { key, label, about, terms, control: null }
}
const sections: Section[] = [
  {
    key: 'folders',
    title: 'Folders',
    settings: [
      setting('comic_dirs', 'Comics folders', 'Folders with your comics.'),
      setting('scan_interval', 'Rescan library every', 'Reports nothing on network drives.', 'schedule'),
    ],
  },
  {
    key: 'network',
    title: 'Network',
    settings: [
      setting('public_url', 'Public address', 'Address behind a reverse proxy, with its port.'),
      setting('http_port', 'Port number', 'Number of the port that browsers connect to.'),
      setting('port_mapping', 'Map ports automatically', 'Opens it in the router.'),
    ],
  },
  { key: 'files', title: 'Files', settings: [setting('portable', 'Portable paths', 'Stores relative paths.')] },
]

test.each([
  ['port', ['http_port', 'public_url', 'port_mapping', 'portable', 'scan_interval']],
  ['PORT number', ['http_port']],
  ['http_port', ['http_port']],
  ['network', ['public_url', 'http_port', 'port_mapping', 'scan_interval']],
  ['folder', ['comic_dirs', 'scan_interval']],
  ['sched', ['scan_interval']],
  ['port unicorn', []],
  ['', ['comic_dirs', 'scan_interval', 'public_url', 'http_port', 'port_mapping', 'portable']],
])('%p finds whole words first, then beginnings, then the inside of words', (query, keys) => {
  const found = query === '' ? sections : findSettings(sections, query)
  expect(found.flatMap(({ settings }) => settings.map(({ key }) => key))).toEqual(keys)
})
