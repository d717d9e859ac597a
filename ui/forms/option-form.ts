import type { Config, OptionName, OptionState } from '../api/contract'
import { useQuery } from '../api/query'
import { html, type VNode } from '../html'
import type { Choice } from '../parts/controls/field'
import { OptionField } from './option-field'
import { optionsOf } from './option-states'
import { choicesOf, defaultWords, rangeWords } from './option-texts'
import { type OnRefused, saveOption, saveSecret } from './saving'
import type { Setting } from './setting'

/** Returns whether the value was saved; null removes a secret. */
export type SaveValue = (value: unknown, onRefused?: OnRefused) => Promise<boolean>
/** An option with a control of its own. */
export type BoundOption = { label: string; value: unknown; onSave: SaveValue }
type FieldMore = { onDraft?: (text: string) => void; onSaved?: () => unknown }

/** The options as rows and fields of a page. Their texts come from the server; a page names keys only. */
export type OptionForm = ReturnType<typeof optionForm>

export function optionForm(schema: readonly OptionState[], config: Config) {
  const options = new Map(schema.map((option) => [option.key, option]))
  const of = (key: OptionName): OptionState => {
    const option = options.get(key)
    if (!option) throw new Error(`The server has no option ${key}.`)
    return option
  }
  // Some keys of the config hold objects, not options.
  const value = (key: OptionName): unknown => {
    const now = config[key]
    return now === undefined || (typeof now === 'object' && !Array.isArray(now)) ? of(key).value : now
  }
  const isSet = (key: OptionName): boolean => config[`${key}_set`] === true || (of(key).set ?? false)
  const isDefault = (key: OptionName): boolean => JSON.stringify(value(key)) === JSON.stringify(of(key).default)
  const bind = (key: OptionName): BoundOption => {
    const { type, label } = of(key)
    const onSave: SaveValue = (next, onRefused) =>
      type === 'secret'
        ? saveSecret(key, next as string | null, label, onRefused)
        : saveOption({ key, label, config, before: value(key) }, next, onRefused)
    return { label, value: value(key), onSave }
  }
  const drawn = (key: OptionName, more: { unlabelled?: boolean; onDraft?: (text: string) => void } = {}): VNode =>
    html`<${OptionField} key=${key} option=${of(key)} isSet=${isSet(key)} ...${bind(key)} ...${more} />` as VNode

  /** One row of a page; `control` renders an option that needs more than a field. */
  const row = (key: OptionName, control?: (option: BoundOption) => VNode | null): Setting => {
    const option = of(key)
    const standard = isDefault(key) ? undefined : defaultWords(option)
    const canReset = standard !== undefined && !option.fileOnly
    return {
      key,
      label: option.label,
      about: option.about + (option.restart_required ? ' Takes effect after a restart.' : ''),
      standard,
      onReset: canReset ? () => bind(key).onSave(option.default) : undefined,
      name: key,
      help: `options#${key}`,
      range: rangeWords(option),
      advanced: option.advanced,
      manager: option.manager,
      terms: termsOf(option),
      wide: isWide(option),
      control: control ? control(bind(key)) : drawn(key, { unlabelled: true }),
    }
  }

  return {
    schema,
    config,
    value,
    isSet,
    bind,
    row,
    rows: (...keys: OptionName[]): Setting[] => keys.map((key) => row(key)),
    isDefault,
    isOn: (key: OptionName): boolean => value(key) === true,
    /** Whether to show the options that matter only while `key` is on. */
    reveals: (key: OptionName): boolean => value(key) === true,
    choices: (key: OptionName): Choice[] => choicesOf(of(key), value(key)) ?? [],

    /** The field with its label, within a row of several options. */
    field: (key: OptionName, { onDraft, onSaved }: FieldMore = {}): VNode => {
      const { onSave } = bind(key)
      const saved: SaveValue = async (next, onRefused) => {
        const isSaved = await onSave(next, onRefused)
        if (isSaved && next !== null) await onSaved?.()
        return isSaved
      }
      return html`<${OptionField} key=${key} option=${of(key)} value=${value(key)} isSet=${isSet(key)} onSave=${saved} onDraft=${onDraft} />` as VNode
    },
  }
}

/** More words by which the search finds an option. */
const termsOf = ({ key, terms = '', unit = '', words = [], choices = [], labels = [] }: OptionState): string =>
  [key, terms, unit, ...words, ...choices, ...labels].join(' ')

/** All words by which the search finds an option. */
export const optionTerms = (option: OptionState): string => [option.label, option.about, termsOf(option)].join(' ')

const SHORT = 10

/** Lists, secrets and long text go below the words, short text beside them. */
function isWide({ type, default: standard }: OptionState): boolean {
  if (type !== 'text') return ['folders', 'folder', 'secret'].includes(type)
  const { length } = String(standard)
  return length === 0 || length > SHORT
}

/** The form over the server's options; undefined until they are loaded. The options are fetched once `ready` is true. */
export function useOptionForm(ready = true) {
  const config = useQuery('GET /api/config', ready ? undefined : null)
  const schema = useQuery('GET /api/config/schema', ready ? undefined : null)
  const form = config.data && schema.data ? optionForm(optionsOf(schema.data), config.data) : undefined
  const reload = () => {
    config.reload()
    schema.reload()
  }
  const error = config.error ?? schema.error
  return { form, error, loading: config.loading || schema.loading, reload }
}
