import type { Field } from './service'

/** Fields that several services share. */

/** An address that is also a secret. */
export const webhookAddress = (example: string): Field => ({
  key: 'webhook_url',
  label: 'Webhook address',
  kind: 'secret',
  required: true,
  isAddress: true,
  example,
})

/** `choices`: each value and its label, in order. */
export const choice = (
  key: string,
  label: string,
  usual: string,
  choices: readonly (readonly [value: string, label: string])[],
): Field => ({
  key,
  label,
  kind: 'choice',
  usual,
  choices: choices.map(([value, called]) => ({ value, label: called })),
})
