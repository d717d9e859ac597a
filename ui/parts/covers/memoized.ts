import { ClassComponent, type Component, type ComponentChildren, html, type VNode } from '../../html'

/** Renders a component again only when a prop changed, so that a new row does not redraw every cover. */
export function memoize<Props extends object>(inner: (props: Props) => VNode | null) {
  return class Still extends ClassComponent<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const before = this.props as Record<string, unknown>
      const after = next as Record<string, unknown>
      return Object.keys(after).some((key) => after[key] !== before[key])
    }

    override render(): ComponentChildren {
      return html`<${inner as Component<never>} ...${this.props} />`
    }
  }
}
