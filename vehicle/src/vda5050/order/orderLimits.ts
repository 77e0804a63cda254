/** What the factsheet of a mower says about the orders that it takes. A limit of zero, or none, does not limit anything. */
import { flagIn, listIn, numberIn, objectIn, textIn } from '../../broker/json.ts'

/** An action that the mower offers. */
export interface OfferedAction {
  readonly type: string
  readonly scopes: readonly string[]
  /** Null where it does not say. */
  readonly blockingTypes: readonly string[] | null
  /** It needs a parameter that only its maker knows. */
  readonly needsParameters: boolean
}

export interface OrderLimits {
  /** `VIRTUAL_LINE_GUIDED` follows the line between two nodes; `AUTONOMOUS` plans its own. Best first. */
  readonly navigation: readonly string[]
  readonly actions: readonly OfferedAction[]
  /** Fields of an order that the mower cannot do without. */
  readonly requiredFields: readonly string[]
  readonly slowestMps: number | null
  readonly mostNodes: number | null
  readonly mostEdges: number | null
  readonly mostActionStates: number | null
  readonly mostIdCharacters: number | null
  readonly idsAreNumbers: boolean
  readonly mostTypeCharacters: number | null
  readonly mostMessageBytes: number | null
  /** Between two orders, or updates of one. */
  readonly leastIntervalS: number | null
}

const MOST = 1e9
const limitIn = (value: unknown): number | null => numberIn(value, 1, MOST)
const least = (...limits: readonly (number | null)[]): number | null => {
  const known = limits.filter(limit => limit !== null)
  return known.length === 0 ? null : Math.min(...known)
}
const wordsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string') : []

export const readOrderLimits = ({
  typeSpecification,
  physicalParameters,
  protocolLimits,
  protocolFeatures,
}: Readonly<Record<string, unknown>>): OrderLimits => {
  const { maxArrayLens, maxStringLens, timing } = objectIn(protocolLimits)
  const lists = objectIn(maxArrayLens)
  const { idLen, idNumericalOnly, enumLen, msgLen } = objectIn(maxStringLens)
  const { optionalParameters, agvActions } = objectIn(protocolFeatures)
  return {
    navigation: wordsIn(objectIn(typeSpecification).navigationTypes),
    actions: listIn(agvActions).flatMap(({ actionType, actionScopes, blockingTypes, actionParameters }) => {
      const type = textIn(actionType)
      if (type === null) return []
      const needsParameters = listIn(actionParameters).some(({ isOptional }) => flagIn(isOptional) !== true)
      const blocking = Array.isArray(blockingTypes) ? wordsIn(blockingTypes) : null
      return [{ type, scopes: wordsIn(actionScopes), blockingTypes: blocking, needsParameters }]
    }),
    requiredFields: listIn(optionalParameters).flatMap(({ parameter, support }) =>
      support === 'REQUIRED' && typeof parameter === 'string' ? [parameter] : [],
    ),
    slowestMps: numberIn(objectIn(physicalParameters).speedMin, 0, MOST),
    // Its state lists the nodes and edges of its order as well.
    mostNodes: least(limitIn(lists['order.nodes']), limitIn(lists['state.nodeStates'])),
    mostEdges: least(limitIn(lists['order.edges']), limitIn(lists['state.edgeStates'])),
    mostActionStates: limitIn(lists['state.actionStates']),
    mostIdCharacters: limitIn(idLen),
    idsAreNumbers: flagIn(idNumericalOnly) === true,
    mostTypeCharacters: limitIn(enumLen),
    mostMessageBytes: limitIn(msgLen),
    leastIntervalS: numberIn(objectIn(timing).minOrderInterval, 0, MOST),
  }
}

export const offers = ({ actions }: OrderLimits, type: string, scope: 'INSTANT' | 'NODE' | 'EDGE'): boolean =>
  actions.some(action => action.type === type && action.scopes.includes(scope))
