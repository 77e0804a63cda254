/**
 * What the product says, by typed codes and in three languages: errors, checks, reasons, notifications. It knows nothing of
 * golf, of servers or of the browser.
 */
export { KIND_OF_CODE, type RefusalCode } from './codes.ts'
export { gateLineCode, gateLineText } from './gateLine.ts'
export { ERROR_KINDS, ERROR_STATUS, type ErrorKind } from './kinds.ts'
export { rendered, type TextLookup } from './render.ts'
export {
  type Code,
  type FieldCode,
  type Param,
  type Params,
  type ParamsArgument,
  type PlainCode,
  type PlanWarningCode,
  type ReasonOf,
  type Said,
  said,
  type WhyCode,
} from './said.ts'
export { textIn } from './textIn.ts'
