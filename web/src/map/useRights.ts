/** What the person may do on the map; the server decides, this hides what it would refuse. */
import { useCan } from '../api/index.ts'
import type { Rights } from './panels/inspectorContext.ts'

export const useRights = (): Rights => ({
  seesOperations: useCan('operations.read'),
  mayStop: useCan('mowers.stop'),
  mayOperate: useCan('mowers.operate'),
  mayPlan: useCan('missions.plan'),
  mayEditMap: useCan('map.edit'),
  mayEditRoads: useCan('map.editRoads'),
  mayEditNotes: useCan('map.editNotes'),
  mayEditMowers: useCan('mowers.edit'),
  mayEditCarts: useCan('carts.edit'),
})
