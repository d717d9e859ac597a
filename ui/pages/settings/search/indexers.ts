import './indexers.css'
import type { Config } from '../../../api/contract'
import { everyWords } from '../../../forms/folder-words'
import type { Save } from '../../../forms/saving'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { NumberField, SelectField, Switch } from '../../../parts/controls/field'
import { Icon } from '../../../parts/icons/icon'
import { say } from '../../../state/toasts'
import { type Lists as Clients, takersOf } from '../clients/client-words'
import { IndexerList } from './indexer-list'
import { askType } from './indexer-save'
import { type IndexerType, KIND, type Lists, TYPES } from './indexer-words'

type World = { lists: Lists | undefined; clients: Clients | undefined }

/** Who is asked for releases, and how often. Both lists are undefined until the server has said. */
export function indexersSection(config: Config, save: Save, { lists, clients }: World): Section {
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
        control: lists ? html`<${IndexerList} lists=${lists} /><${Untaken} ...${{ lists, clients }} />` : null,
      },
      kind(lists, 'newznab', 'Ask usenet indexers'),
      kind(lists, 'torznab', 'Ask torrent indexers'),
      ...often(config, save),
    ],
  }
}

/** Whoever is asked in vain, since nobody gets what is found there. */
function Untaken({ lists, clients }: { lists: Lists; clients: Clients | undefined }) {
  const asked = (type: IndexerType) => lists[type].enabled && lists[type].providers.some(({ enabled }) => enabled)
  const vain = clients ? TYPES.filter((type) => asked(type) && takersOf(clients, PROTOCOL[type]).length === 0) : []
  return vain.map(
    (type) => html`
      <p key=${type} class="indexers-untaken">
        <${Icon} name="alert" size="small" />
        <span>Nothing can be taken from your ${PROTOCOL[type]} indexers yet. <a href="#clients">Set up a download client</a></span>
      </p>
    `,
  )
}

const PROTOCOL = { newznab: 'usenet', torznab: 'torrent' } as const

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
