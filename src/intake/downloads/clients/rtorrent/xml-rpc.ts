import { child, childrenOf, parseXml, type XmlElement } from '../../../../base/platform/xml'
import { element, type Xml, xmlDocument } from '../../../../base/platform/xml-writer'

export type XmlRpcValue = string | number | Uint8Array | XmlRpcValue[] | { [name: string]: XmlRpcValue }

/** The server returned a fault; `code` is its reason. */
export class XmlRpcFault extends Error {
  override readonly name = 'XmlRpcFault'

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** Larger than the list of any client. */
const MOST_BYTES = 64 * 1024 * 1024

/** An XML-RPC call as a document. */
export function xmlRpcCall(method: string, params: readonly XmlRpcValue[]): Uint8Array {
  const values = params.map((each) => element('param', {}, element('value', {}, typedValue(each))))
  const call = element('methodCall', {}, element('methodName', {}, method), element('params', {}, ...values))
  return new TextEncoder().encode(xmlDocument(call))
}

function typedValue(value: XmlRpcValue): Xml {
  if (typeof value === 'string') return element('string', {}, value)
  if (typeof value === 'number') return element('i8', {}, String(value))
  if (value instanceof Uint8Array) return element('base64', {}, Buffer.from(value).toString('base64'))
  if (Array.isArray(value)) {
    return element('array', {}, element('data', {}, ...value.map((each) => element('value', {}, typedValue(each)))))
  }
  const members = Object.entries(value).map(([name, each]) =>
    element('member', {}, element('name', {}, name), element('value', {}, typedValue(each))),
  )
  return element('struct', {}, ...members)
}

/** The value in a reply. Throws XmlRpcFault, and XmlError when the reply is not XML. */
export function xmlRpcAnswer(document: Uint8Array): XmlRpcValue {
  const root = parseXml(document, { bytes: MOST_BYTES })
  const fault = child(child(root, 'fault'), 'value')
  if (fault) {
    const { faultCode, faultString } = read(fault) as { faultCode?: number; faultString?: string }
    throw new XmlRpcFault(Number(faultCode), String(faultString))
  }
  const value = child(child(child(root, 'params'), 'param'), 'value')
  return value ? read(value) : ''
}

/** Text without a type is a string. */
function read(value: XmlElement): XmlRpcValue {
  const typed = value.children[0]
  if (!typed) return value.text
  switch (typed.name) {
    case 'array':
      return childrenOf(child(typed, 'data'), 'value').map(read)
    case 'struct':
      return Object.fromEntries(
        childrenOf(typed, 'member').map((member) => {
          const inside = child(member, 'value')
          return [child(member, 'name')?.text ?? '', inside ? read(inside) : '']
        }),
      )
    case 'base64':
      return new Uint8Array(Buffer.from(typed.text, 'base64'))
    case 'string':
      return typed.text
    default:
      // int, i4, i8, double, boolean.
      return Number(typed.text)
  }
}
