/** What a user agent says about its sender: "Mihon", and the device if it names one. */
export type Sender = { app: string; device?: string }

/** Apps whose user agent does not begin with their name, and libraries that say nothing about the app. */
const APPS: readonly [pattern: RegExp, name: string][] = [
  [/koreader/i, 'KOReader'],
  [/^TachiyomiKomga\b/, 'Mihon'],
  [/^Snd-R\/Komelia\b/, 'Komelia'],
  [/^com\.progdigy\.cdisplay\b/, 'CDisplayEx'],
  [/^yar\b/i, 'KyBook'],
  [/\bmoon\+? ?reader/i, 'Moon+ Reader'],
  [/\blibrera/i, 'Librera'],
  [/pocketbook/i, 'PocketBook'],
  [/^Mozilla\//, 'a browser'],
  [/^(?:okhttp|dalvik|ktor|apache-httpclient)\b/i, 'an app'],
]

const DEVICES: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone/, 'iPhone'],
  [/\biPad/, 'iPad'],
  [/\bApple ?TV/i, 'Apple TV'],
  [/\bi?Mac(?:intosh|Book\w*?|mini|Pro|OS)?\d*\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\bLinux\b/, 'Linux'],
]

/** `(Linux; U; Android 14; en-us; Pixel 8 Build/AP2A)`: the model follows the version and, in old ones, the language. */
const ANDROID_MODEL = /\bAndroid [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?([^;)]+?)(?: Build\/[^;)]*)?[;)]/
/** What browsers write in place of the model. */
const NO_MODEL = /^(?:K|wv|Mobile|Tablet|rv:.*)$/

const LONGEST = 30

export function readUserAgent(agent: string): Sender {
  const app = firstMatch(APPS, agent) ?? firstWord(agent)
  const device = deviceOf(agent)
  return device ? { app, device } : { app }
}

/** "Panels" from `Panels/412 CFNetwork/1490`, "Comic App" from `Comic%20App/2`. */
function firstWord(agent: string): string {
  const word = agent.split(/[/\s(]/)[0] ?? ''
  return word.replaceAll('%20', ' ').slice(0, LONGEST) || 'an app'
}

function deviceOf(agent: string): string | undefined {
  const model = ANDROID_MODEL.exec(agent)?.[1]?.trim()
  if (model && !NO_MODEL.test(model)) return model.slice(0, LONGEST)
  return firstMatch(DEVICES, agent)
}

const firstMatch = (table: readonly [RegExp, string][], agent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(agent))?.[1]
