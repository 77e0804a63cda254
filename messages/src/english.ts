/** English for logs and for programs; an entry of its own, so that a browser loads no language that it does not show. */
import { texts } from './errors/en.ts'
import gate from './gate/en.json' with { type: 'json' }
import { gateLineText } from './gateLine.ts'
import { rendered, type TextLookup } from './render.ts'
import type { Said } from './said.ts'
import { textIn } from './textIn.ts'

const english: TextLookup = key => textIn(texts, key) ?? gateLineText(key, line => textIn(gate, line))

export const englishText = (said: Said): string => rendered(said, english, 'en') ?? said.code
