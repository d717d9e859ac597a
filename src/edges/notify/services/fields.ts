import type { TargetField } from './service'

/** Fields that several services share. */

/** An address that is also a secret. */
export const webhookAddress = (example: string): TargetField => ({
  key: 'webhook_url',
  label: 'Webhook address',
  kind: 'secret',
  required: true,
  isAddress: true,
  example,
})

/** `choices`: each value and its label, in order. */
export const choiceField = (
  key: string,
  label: string,
  usual: string,
  choices: readonly (readonly [value: string, label: string])[],
): TargetField => ({
  key,
  label,
  kind: 'choice',
  usual,
  choices: choices.map(([value, called]) => ({ value, label: called })),
})
