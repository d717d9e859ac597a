const KEY = 'setup-step'
const STEPS = ['start', 'folders', 'tablet', 'scan']

/** The step at which the setup was left, until it is finished: the page reopens there. */
export const setupStep = {
  get: () => STEPS.find((step) => step === localStorage.getItem(KEY)),
  keep: (step: string): void => localStorage.setItem(KEY, step),
  forget: (): void => localStorage.removeItem(KEY),
}
