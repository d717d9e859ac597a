import './metadata.css'
import type { Config } from '../../../api/contract'
import { everyWords } from '../../../forms/folder-words'
import type { Save } from '../../../forms/saving'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { SelectField, Switch } from '../../../parts/controls/field'
import { ProviderRow } from './provider-row'
import { NAMES, PROVIDERS, type Provider } from './provider-words'
import { SourceOrder } from './source-order'

const NEVER = '0'
const MINUTES = [360, 720, 1440, 2880, 10_080]
const FURTHER: Record<Provider['name'], string> = {
  comicvine: 'comic vine api key cv',
  metron: 'token login username password',
  mangadex: 'language content rating safe suggestive adult',
  anilist: 'manga',
}

/** `providers` is how the services stand; undefined until the server has said. */
export function metadataSection(config: Config, save: Save, providers: readonly Provider[] = []): Section {
  const turn = (key: string, label: string) => ({
    label,
    unlabelled: true,
    on: config[key] === true,
    onChange: (on: boolean) => save(key, on, label),
  })
  return {
    key: 'metadata',
    title: 'Metadata',
    settings: [
      ...NAMES.map((name) => providerSetting(name, config, save, providers)),
      {
        key: 'metadata_order',
        label: 'Whose word counts',
        about:
          'Where two services tell of the same thing, the one further up is believed. What you edit yourself always stays.',
        usual: 'ComicVine, Metron, MangaDex, AniList',
        words: 'order preference priority source',
        control: html`<${SourceOrder} order=${String(config.metadata_order ?? '')} onChange=${(order: string) => save('metadata_order', order, 'Whose word counts')} />`,
      },
      refreshing(config, save),
      {
        key: 'autowant_upcoming',
        label: 'Want what comes out',
        about: 'Issues that come out after a series was added become wanted. Can be chosen for each series.',
        usual: 'on',
        words: 'follow monitor new upcoming pull',
        control: html`<${Switch} ...${turn('autowant_upcoming', 'Want what comes out')} />`,
      },
      {
        key: 'autowant_all',
        label: 'Want whole series',
        about: 'Every issue of a series that you add becomes wanted, the old ones too. Can be chosen for each series.',
        usual: 'off',
        words: 'follow monitor all back issues',
        control: html`<${Switch} ...${turn('autowant_all', 'Want whole series')} />`,
      },
      {
        key: 'annuals_on',
        label: 'Annuals',
        about: 'Lists the annuals of a series with its issues, and searches for those that are wanted.',
        usual: 'on',
        control: html`<${Switch} ...${turn('annuals_on', 'Annuals')} />`,
      },
    ],
  }
}

function providerSetting(name: Provider['name'], config: Config, save: Save, all: readonly Provider[]): Setting {
  const provider = all.find((one) => one.name === name)
  const { label, about } = PROVIDERS[name]
  const control = provider ? html`<${ProviderRow} ...${{ provider, config, save }} />` : null
  return {
    key: `provider_${name}`,
    label,
    about,
    words: `metadata source provider test ${FURTHER[name]}`,
    wide: true,
    control,
  }
}

function refreshing(config: Config, save: Save): Setting {
  const minutes = Math.max(0, Number(config.dbupdate_interval ?? 0))
  const lengths = MINUTES.includes(minutes) || minutes === 0 ? MINUTES : [...MINUTES, minutes].sort((a, b) => a - b)
  const field = {
    label: 'Ask for news',
    unlabelled: true,
    value: String(minutes),
    choices: [
      { value: NEVER, label: 'Only when you ask' },
      ...lengths.map((each) => ({ value: String(each), label: everyWords(each) })),
    ],
    onChange: (value: string) => save('dbupdate_interval', Number(value), 'How often is asked for news'),
  }
  return {
    key: 'dbupdate_interval',
    label: 'Ask for news',
    about: 'How often your series are brought up to date. Those not looked at for longest come first.',
    usual: 'every day',
    words: 'refresh update interval schedule new issues',
    control: html`<${SelectField} ...${field} />`,
  }
}
