import { LlmError } from '../../base/llm/llm-error'
import { modelPresets } from '../../base/llm/model-presets'
import type { LanguageModel } from '../../base/llm/service'
import type { CallRow } from '../../base/llm/store'
import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { HelperSwitch } from './helpers/states'
import type {
  ActivityQuery,
  ActivityReply,
  AssistantStatus,
  ModelsReply,
  ModelTestBody,
  ModelTestReply,
  PresetsReply,
  UsageReply,
} from './schema'
import { countLibrarySeries } from './store'
import { sumUsage } from './usage'

interface Deps {
  db: Database
  clock: Clock
  languageModel: LanguageModel
  /** The saved base URL. */
  baseUrl: () => string
  isChatOn: () => boolean
  isHelperOn: (helper: HelperSwitch) => boolean
}

const MOST_SHOWN = 500

/** State, calls and settings of the language model, for the pages. */
export class Assistant {
  constructor(private readonly deps: Deps) {}

  status(): AssistantStatus {
    const { db, languageModel, isChatOn, isHelperOn } = this.deps
    const { failures_in_row: _failures, ...status } = languageModel.status()
    return {
      ...status,
      chat: status.configured && isChatOn(),
      helpers: {
        reading_orders: isHelperOn('ai_reading_orders'),
        weekly_suggestions: isHelperOn('ai_weekly_suggestions'),
        series_summary: isHelperOn('ai_series_summary'),
      },
      ...languageModel.supports(),
      library_series: countLibrarySeries(db.read),
    }
  }

  /** A failure is a normal reply, since the page shows its sentence. Throws Refusal when a field is missing. */
  async test({ base_url = '', api_key, model = '' }: ModelTestBody, signal: AbortSignal): Promise<ModelTestReply> {
    if (base_url.trim() === '') throw new Refusal('invalid', 'Enter a base URL.')
    if (model.trim() === '') throw new Refusal('invalid', 'Enter a model.')
    const { clock, languageModel } = this.deps
    const begun = clock.uptime()
    try {
      const reply = await languageModel.test({ baseUrl: base_url, key: api_key ?? '', model }, signal)
      const latency_ms = Math.max(0, Math.round(clock.uptime() - begun))
      return { success: true, latency_ms, response: reply.text.slice(0, MOST_SHOWN), model: model.trim() }
    } catch (error) {
      if (!(error instanceof LlmError)) throw error
      return { success: false, error: error.sentence, code: error.code }
    }
  }

  /** The models of a server; without an address, of the saved server. */
  async models(base_url: string | undefined): Promise<ModelsReply> {
    const baseUrl = base_url?.trim() || this.deps.baseUrl()
    if (baseUrl === '') return { models: [], error: 'Enter a base URL first.' }
    try {
      const names = await this.deps.languageModel.models({ baseUrl, key: '' })
      return { models: names.map((id) => ({ id })) }
    } catch (error) {
      if (!(error instanceof LlmError)) throw error
      return { models: [], error: error.sentence }
    }
  }

  activity({ limit = 50, offset = 0 }: ActivityQuery): ActivityReply {
    return { entries: this.deps.languageModel.calls({ limit, offset }).map(entryOf) }
  }

  usage(days = 30): UsageReply {
    const { clock, languageModel } = this.deps
    const { daily_limit } = languageModel.status()
    return { ...sumUsage(languageModel.usage(days), days, clock.now()), daily_limit }
  }

  presets(): PresetsReply {
    return { presets: modelPresets.map((preset) => ({ ...preset })) }
  }
}

function entryOf(row: CallRow): ActivityReply['entries'][number] {
  return {
    id: row.call_id,
    timestamp: row.at,
    feature_type: row.feature,
    action_description: row.description,
    model: row.model,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    latency_ms: row.latency_ms ?? 0,
    success: row.failure === null ? 'true' : 'false',
    error_message: row.detail,
    failure: row.failure,
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    estimated: row.estimated,
    cost: row.cost_micros === null ? null : row.cost_micros / 1_000_000,
  }
}
