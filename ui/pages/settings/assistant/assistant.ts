import './assistant.css'
import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { ServerForm } from './server-form'

/** The model server, and the permissions of the assistant. Without a server, only the form for the server is shown. */
export function assistantSection(form: OptionForm): Section {
  const isConfigured = form.value('ai_base_url') !== '' && form.value('ai_model') !== ''
  return {
    key: 'assistant',
    title: 'Assistant',
    settings: [
      {
        key: 'model-server',
        label: 'Model server',
        about:
          'A language model answers questions about your library and proposes changes that you confirm. It runs with a service of your choice, or on a computer of yours. Without a server the assistant is off.',
        terms: 'ai llm chat gpt ollama llama.cpp lm studio openai language model key address',
        wide: true,
        control: html`<${ServerForm} form=${form} />`,
      },
      {
        key: 'what-is-sent',
        label: 'What is sent',
        about:
          'This server receives your questions and the chat so far, attached images, and the titles, dates and states from your library that a reply needs; with a helper switched on, what the helper names. Passwords and keys of other services are never sent. While the assistant is off, nothing is sent anywhere.',
        terms: 'ai privacy data',
        wide: true,
        control: null,
      },
      ...(isConfigured
        ? form.rows(
            'ai_chat',
            'ai_names',
            'ai_search_alternates',
            'ai_reading_orders',
            'ai_weekly_suggestions',
            'ai_series_summary',
            'ai_timeout',
            'ai_rpm_limit',
            'ai_daily_token_limit',
            'ai_circuit_threshold',
            'ai_circuit_cooldown',
            'ai_price_prompt',
            'ai_price_completion',
          )
        : []),
    ],
  }
}
