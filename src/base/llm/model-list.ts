import { LlmError } from './llm-error'
import type { ModelServer, ServerConnection } from './server-connection'
import { serverHost } from './settings'

const MOST_MODELS = 500
const MOST_NAME = 200

/** Names of the models that a server offers, in its order. Throws LlmError. */
export async function listModels(connection: ServerConnection, server: ModelServer): Promise<string[]> {
  const reply = await connection.send(server, { path: 'models' })
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of reply.pieces()) text += decoder.decode(piece, { stream: true })
  const names = namesIn(text + decoder.decode())
  if (names) return names
  throw new LlmError(
    'no_api',
    `${serverHost(server.baseUrl)} sent no list of models. Enter the model name yourself, or check the base URL: most end in /v1.`,
  )
}

/** `{data: [{id}]}`; some servers send `{models: [{name}]}` or a bare list. */
function namesIn(text: string): string[] | undefined {
  try {
    const json = JSON.parse(text)
    const list: unknown = Array.isArray(json) ? json : (json?.data ?? json?.models)
    if (!Array.isArray(list)) return undefined
    const names = list.map((each) => (typeof each === 'string' ? each : (each?.id ?? each?.name)))
    const usable = names.filter((name) => typeof name === 'string' && name !== '' && name.length <= MOST_NAME)
    return [...new Set<string>(usable)].slice(0, MOST_MODELS)
  } catch {
    return undefined
  }
}
