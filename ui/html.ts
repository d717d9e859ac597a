import htm from 'htm'
import { type ComponentChildren, h, type VNode } from 'preact'

export type { ComponentChildren, VNode }
/** A component as routes and tables hold it. */
export type Component<Props = Record<string, never>> = (props: Props) => VNode | null
export { computed, effect, type ReadonlySignal, type Signal, signal, useComputed, useSignal } from '@preact/signals'
export { Component as ClassComponent, Fragment, render } from 'preact'
export * from 'preact/hooks'

/** The only place where htm meets preact. Templates are not type-checked: compute above them, spread typed objects into them. */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode
