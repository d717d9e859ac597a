import { join } from 'node:path'
import type { Config } from '../../../base/config/config'
import type { LanguageModel } from '../../../base/llm/service'
import type { Ports } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { ActionProposals } from '../actions/service'
import type { Toolbox } from '../actions/toolbox'
import { Attachments } from './attachments'
import { Chat } from './service'
import { ThreadTurns } from './thread-turns'
import { TurnRefused } from './turn-failures'
import { TurnRunner } from './turn-runner'

interface Deps {
  ports: Pick<Ports, 'clock' | 'random' | 'files' | 'log'>
  db: Database
  config: Pick<Config, 'get'>
  languageModel: LanguageModel
  toolbox: Toolbox
  proposals: ActionProposals
  dataDir: string
}

/** Makes the chat: threads, their turns and their images. */
export function makeChat({ ports, db, config, languageModel, toolbox, proposals, dataDir }: Deps) {
  const { clock, random, files, log } = ports
  const attachments = new Attachments({ db, files, random, log, folder: join(dataDir, 'chat-images') })
  const runner = new TurnRunner({ languageModel, toolbox, clock })
  const admit = () => {
    if (!languageModel.configured)
      throw new TurnRefused(
        'provider_error',
        'The assistant is not set up. Enter base URL and model in Settings, Assistant.',
      )
    if (!config.get('ai_chat'))
      throw new TurnRefused('provider_error', 'The chat is off. Switch it on in Settings, Assistant.')
  }
  const chatTurns = new ThreadTurns({ db, clock, random, log, attachments, runner, admit })
  const logFailure = (error: unknown) => log.error('ai', 'turn failed', { error })
  const newId = () => random.id()
  const chat = new Chat({ db, clock, attachments, turns: chatTurns, runner, proposals, admit, newId, logFailure })
  return { chat, chatTurns, chatImages: attachments }
}
