import htm from 'htm'
import { type ComponentChildren, h, type VNode } from 'preact'
import { withRoot } from './root'

export type { ComponentChildren, VNode }
/** A component in a table of routes or tabs. */
export type Component<Props = Record<string, never>> = (props: Props) => VNode | null
export { computed, effect, type ReadonlySignal, type Signal, signal, useComputed, useSignal } from '@preact/signals'
export { Component as ClassComponent, Fragment, render } from 'preact'
export * from 'preact/hooks'

const ADDRESSES = ['href', 'src', 'srcset', 'action', 'poster']

/** Creates elements with preact, with the base path before local addresses. */
function made(type: string, props: Record<string, unknown> | null, ...children: ComponentChildren[]) {
  if (typeof type !== 'string' || !props) return h(type, props, ...children)
  const addresses = ADDRESSES.flatMap((name) => {
    const value = props[name]
    // `srcset` is a list of addresses.
    return typeof value === 'string' ? [[name, value.split(', ').map(withRoot).join(', ')]] : []
  })
  return h(type, addresses.length === 0 ? props : { ...props, ...Object.fromEntries(addresses) }, ...children)
}

/** The only place where htm meets preact. Templates are not type-checked: compute above them, spread typed objects into them. */
export const html = htm.bind(made) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode
