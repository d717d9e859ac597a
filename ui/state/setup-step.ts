const KEY = 'setup-step'
const STEPS = ['folders', 'tablet', 'scan']

/** The step at which a setup was left, until it is finished: whoever closes its page comes back to it. */
export const setupStep = {
  get: () => STEPS.find((step) => step === localStorage.getItem(KEY)),
  keep: (step: string): void => localStorage.setItem(KEY, step),
  forget: (): void => localStorage.removeItem(KEY),
}
