/** The choice between the address and what this browser remembers. */
import { STORAGE } from '../../api/index.ts'
import { type MapChoice, readMapChoice, readStored, writeMapChoice } from '../../map-view/mapChoice.ts'

type Search = Readonly<Record<string, unknown>>

/** As the address says it, and as this browser remembers it where the address is silent. */
export const choiceAt = (search: Search): MapChoice =>
  readMapChoice(search, readStored(localStorage.getItem(STORAGE.mapLayer), localStorage.getItem(STORAGE.filters)))

/** The address with everything in it, so that it can be shared; undefined where it has everything already. */
export const wholeAddress = (search: Search): Record<string, string> | undefined =>
  typeof search.base === 'string' ? undefined : writeMapChoice(choiceAt(search))
