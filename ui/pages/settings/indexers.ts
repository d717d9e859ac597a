import './indexers.css'
import type { Config } from '../../api/contract'
import { html } from '../../html'
import { Button } from '../../parts/button'
import { NumberField, SelectField, Switch } from '../../parts/field'
import { Icon } from '../../parts/icon'
import { say } from '../../state/toasts'
import { FolderLine } from './folder-line'
import { AddFolder } from './folder-list'
import { everyWords } from './folder-words'
import { IndexerList } from './indexer-list'
import { askType } from './indexer-save'
import { type IndexerType, inOrder, KIND, type Lists } from './indexer-words'
import type { Save } from './saving'
import type { Section, Setting } from './setting'

/** Who is asked for releases, how often, and where what is taken goes. `lists` is undefined until the server has said. */
export function indexersSection(config: Config, save: Save, lists: Lists | undefined): Section {
  return {
    key: 'indexers',
    title: 'Indexers',
    settings: [
      {
        key: 'providers',
        label: 'Your indexers',
        about: 'Where releases are looked for: sites that list what is on Usenet or shared as torrents.',
        usual: 'none',
        words: 'newznab torznab prowlarr jackett nzbhydra usenet torrent provider api key category order priority',
        wide: true,
        control: lists ? html`<${IndexerList} lists=${lists} />` : null,
      },
      kind(lists, 'newznab', 'Ask usenet indexers'),
      kind(lists, 'torznab', 'Ask torrent indexers'),
      ...destinations(config, save, lists),
      ...often(config, save),
    ],
  }
}

function kind(lists: Lists | undefined, type: IndexerType, label: string): Setting {
  const turn = lists && {
    label,
    unlabelled: true,
    on: lists[type].enabled,
    onChange: (on: boolean) => askKind(lists, type, on),
  }
  return {
    key: type,
    label,
    about: 'Off leaves out all of them at once.',
    usual: 'on',
    words: type === 'newznab' ? 'nzb' : 'torrent',
    control: turn ? html`<${Switch} ...${turn} />` : null,
  }
}

async function askKind(lists: Lists, type: IndexerType, on: boolean): Promise<void> {
  const error = await askType(lists, type, on)
  const kind = KIND[type].toLowerCase().replace(/s$/, '')
  const undo = { label: 'Undo', run: () => askType(lists, type, !on) }
  if (error) say(error, { kind: 'error' })
  else say(`Your ${kind} indexers are ${on ? 'asked again' : 'not asked any more'}.`, { action: undo })
}

function destinations(config: Config, save: Save, lists: Lists | undefined): Setting[] {
  const folder = (key: string, type: IndexerType, label: string, what: string, about: string): Setting => {
    const path = String(config[key] ?? '')
    const needed = lists !== undefined && path === '' && inOrder(lists).some((one) => one.type === type && one.enabled)
    const props = { path, what, needed, onChange: (next: string) => save(key, next, label) }
    const words = 'blackhole watch folder download client grab path directory nzb torrent magnet'
    return { key, label, about, usual: 'none', words, wide: true, control: html`<${GrabFolder} ...${props} />` }
  }
  return [
    folder(
      'blackhole_dir',
      'newznab',
      'Where NZB files go',
      'NZB files',
      'What is taken from usenet indexers is put here, for your usenet client to pick up.',
    ),
    folder(
      'local_watchdir',
      'torznab',
      'Where torrents go',
      'torrents',
      'Torrent files and magnet links are put here, for your torrent client to pick up.',
    ),
  ]
}

type GrabFolderProps = { path: string; what: string; needed: boolean; onChange: (path: string) => unknown }

function GrabFolder({ path, what, needed, onChange }: GrabFolderProps) {
  if (path === '') {
    return html`
      ${needed && html`<p class="indexers-needed"><${Icon} name="alert" size="small" />Until there is one, nothing can be taken from these indexers.</p>`}
      <${AddFolder} words=${`Choose a folder for ${what}`} onPick=${onChange} />
    `
  }
  return html`
    <ul class="folder-list">
      <${FolderLine} path=${path}>
        <${Button} kind="quiet" size="small" icon="close" label=${`Have no folder for ${what}`} onClick=${() => onChange('')} />
      <//>
    </ul>
    <${AddFolder} words="Choose another one" start=${path} onPick=${onChange} />
  `
}

const SEARCH_MINUTES = [360, 720, 1440, 2880, 10_080]
const FEED_MINUTES = [10, 20, 30, 60, 120, 360]
const REST_MINUTES = [15, 30, 60, 120, 360, 1440]

function often(config: Config, save: Save): Setting[] {
  const rests = Number(config.blocklist_timer ?? 3600) / 60
  return [
    {
      key: 'enable_rss',
      label: 'Look through new releases',
      about: 'What indexers list newly is compared with what you want. Costs one question each time.',
      usual: 'on',
      words: 'rss feed',
      control: html`<${Switch} ...${{ label: 'Look through new releases', unlabelled: true, on: config.enable_rss === true, onChange: (on: boolean) => save('enable_rss', on, 'Looking through new releases') }} />`,
    },
    {
      key: 'rss_checkinterval',
      label: 'How often new releases are looked through',
      about: 'More often misses less on indexers where much is posted.',
      usual: 'every 20 minutes',
      words: 'rss feed interval schedule',
      control: every(config, save, 'rss_checkinterval', FEED_MINUTES, 'How often new releases are looked through'),
    },
    {
      key: 'search_interval',
      label: 'Search for what is wanted',
      about: 'Each wanted issue is searched for once in this time, those longest not searched for first.',
      usual: 'every day',
      words: 'backlog missing interval schedule automatic',
      control: every(config, save, 'search_interval', SEARCH_MINUTES, 'How often is searched'),
    },
    {
      key: 'search_delay',
      label: 'Pause between two issues',
      about: 'Spreads the questions of the search that goes by itself over the day.',
      usual: '1 minute',
      words: 'delay pace limit',
      control: html`<${NumberField} ...${{ label: 'Pause between two issues', unlabelled: true, value: Number(config.search_delay ?? 1), min: 0, max: 60, unit: 'minutes', onChange: (value: number) => save('search_delay', value, 'The pause between two issues') }} />`,
    },
    {
      key: 'blocklist_timer',
      label: 'Rest of an indexer that has answered enough',
      about: 'For one that says it is over its limit and does not say for how long.',
      usual: 'for 1 hour',
      words: 'limit ban back off',
      control: html`<${SelectField} ...${{
        label: 'Rest of an indexer',
        unlabelled: true,
        value: String(rests),
        choices: withOwn(REST_MINUTES, rests).map((each) => ({ value: String(each), label: forWords(each) })),
        onChange: (value: string) => save('blocklist_timer', Number(value) * 60, 'The rest of an indexer'),
      }} />`,
    },
  ]
}

const withOwn = (lengths: readonly number[], own: number) =>
  own > 0 && !lengths.includes(own) ? [...lengths, own].sort((a, b) => a - b) : lengths

/** 60 → "For 1 hour". */
function forWords(minutes: number): string {
  const every = everyWords(minutes).replace(/^Every /, '')
  return `For ${/^\d/.test(every) ? every : `1 ${every}`}`
}

function every(config: Config, save: Save, key: string, lengths: readonly number[], what: string) {
  // Older tools write -1 where nothing is to happen by itself.
  const minutes = Math.max(0, Number(config[key] ?? 0))
  const field = {
    label: what,
    unlabelled: true,
    value: String(minutes),
    choices: [
      { value: '0', label: 'Only when you ask' },
      ...withOwn(lengths, minutes).map((each) => ({ value: String(each), label: everyWords(each) })),
    ],
    onChange: (value: string) => save(key, Number(value), what),
  }
  return html`<${SelectField} ...${field} />`
}
