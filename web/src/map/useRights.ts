/** What the person may do on the map; the server decides, this hides what it would refuse. */
import { useMay } from '../api/index.ts'
import type { Rights } from './panels/inspectorContext.ts'

export const useRights = (): Rights => ({
  seesOperations: useMay('operations.read'),
  mayStop: useMay('mowers.stop'),
  mayOperate: useMay('mowers.operate'),
  mayPlan: useMay('missions.plan'),
  mayEditMap: useMay('map.edit'),
  mayEditRoads: useMay('map.editRoads'),
  mayEditNotes: useMay('map.editNotes'),
  mayEditMowers: useMay('mowers.edit'),
  mayEditCarts: useMay('carts.edit'),
})
