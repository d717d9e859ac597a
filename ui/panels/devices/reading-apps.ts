/** The interfaces of the server that reading apps connect to. */
export type AppInterface = 'komga' | 'opds' | 'sync'

/** A reading app, or a kind of them, with what its user has to know to connect it. */
export type ReadingApp = {
  key: string
  label: string
  /** The name that a new key of the app gets. */
  device: string
  /** In the order in which the app asks for them; the first one gets the QR code. */
  interfaces: readonly AppInterface[]
  /** Where in the app the address is entered. */
  where: string
  /** The app has a field for a key, besides those for name and password. */
  hasKeyField?: boolean
  /** Where the user guide explains it, as `chapter#heading`. */
  help: string
}

export const READING_APPS: readonly ReadingApp[] = [
  {
    key: 'mihon',
    label: 'Mihon and forks',
    device: 'Mihon',
    interfaces: ['komga'],
    where: 'Install the Komga extension and open its settings. TachiyomiSY, Komikku and Yokai use the same extension.',
    hasKeyField: true,
    help: 'connect-an-app#mihon',
  },
  {
    key: 'komelia',
    label: 'Komelia',
    device: 'Komelia',
    interfaces: ['komga'],
    where: 'Enter the address on the login screen.',
    help: 'connect-an-app#komelia',
  },
  {
    key: 'kmreader',
    label: 'KMReader',
    device: 'KMReader',
    interfaces: ['komga'],
    where: 'Add Panelkeep as a server.',
    hasKeyField: true,
    help: 'connect-an-app#kmreader',
  },
  {
    key: 'aidoku',
    label: 'Aidoku',
    device: 'Aidoku',
    interfaces: ['komga'],
    where: 'Set up the Komga source, which is built in.',
    help: 'connect-an-app#aidoku',
  },
  {
    key: 'paperback',
    label: 'Paperback',
    device: 'Paperback',
    interfaces: ['komga'],
    where: 'In Paperback 0.9, set up the extension named Komga. In 0.8, set up the built-in source named Paperback.',
    help: 'connect-an-app#paperback',
  },
  {
    key: 'koreader',
    label: 'KOReader',
    device: 'KOReader',
    interfaces: ['opds', 'sync'],
    where:
      'Add the catalog address as an OPDS catalog. Enter the sync address in Tools, Progress sync, Custom sync server, and log in there with any name and a key. Register is not needed.',
    help: 'connect-an-app#koreader',
  },
  {
    key: 'panels',
    label: 'Panels',
    device: 'Panels',
    interfaces: ['opds'],
    where: 'Add an OPDS catalog.',
    help: 'connect-an-app#panels',
  },
  {
    key: 'chunky',
    label: 'Chunky',
    device: 'Chunky',
    interfaces: ['opds'],
    where: 'Add an OPDS catalog.',
    help: 'connect-an-app#chunky',
  },
  {
    key: 'cdisplayex',
    label: 'CDisplayEx',
    device: 'CDisplayEx',
    interfaces: ['komga'],
    where: 'Add Panelkeep as a Komga server, in the premium version.',
    help: 'connect-an-app#cdisplayex',
  },
  {
    key: 'other-komga',
    label: 'Another app for Komga',
    device: 'Komga app',
    interfaces: ['komga'],
    where: 'Add Panelkeep as a Komga server, for example in Komic, Yomu, Kasane or Apex Comics.',
    help: 'connect-an-app#other-apps-for-komga',
  },
  {
    key: 'other-opds',
    label: 'Another app for OPDS',
    device: 'OPDS app',
    interfaces: ['opds'],
    where: 'Add an OPDS catalog. Many apps call it a server, a feed or a network library.',
    help: 'connect-an-app#other-apps-for-opds',
  },
]

export const [FIRST_APP] = READING_APPS as [ReadingApp, ...ReadingApp[]]

export const appOf = (key: string): ReadingApp => READING_APPS.find((app) => app.key === key) ?? FIRST_APP

const PATHS: Record<AppInterface, string> = { komga: '/komga', opds: '/opds', sync: '/opds/sync' }

/** The address of an interface beside the catalog, without a slash at the end: Mihon adds its own paths to it. */
export const interfaceAddress = (catalog: string, one: AppInterface): string =>
  catalog.replace(/\/opds\/?$/, '') + PATHS[one]

/** "Mihon", or "Mihon 2" when another device has that name. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  for (let n = 2; ; n++) if (!taken.includes(`${name} ${n}`)) return `${name} ${n}`
}
