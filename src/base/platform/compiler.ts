/**
 * From now on what runs often is compiled as soon as usual. The executable begins with less eagerness (`jitPolicy` in
 * build/executable.ts): nearly all that a start runs, it runs once.
 */
export const compileAsUsual = () => Bun.unsafe.setJITPolicy(1)
