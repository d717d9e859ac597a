import { type Kind, Refusal } from '../../refusal'

/** A refusal as the chat's routes write it: existing tools read the sentence in `error`. */
export const chatRefusal = (kind: Kind, sentence: string) => new Refusal(kind, sentence, { error: sentence })
