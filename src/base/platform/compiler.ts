/**
 * Compiles frequently run code at the usual thresholds from now on. The executable starts with higher thresholds
 * (`jitPolicy` in build/executable.ts), since a start runs nearly everything once.
 */
export const compileAsUsual = () => Bun.unsafe.setJITPolicy(1)
