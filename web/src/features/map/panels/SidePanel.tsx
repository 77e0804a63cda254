/** The control panel of the present: layers and filters, what may be done to the course, and the week below. */
import type { Cart, Hole, Mission, Mower } from '@greensward/domain'
import { IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course, Rasters } from '../../../map-view/courseReadings.ts'
import { IconButton } from '../../../ui/index.ts'
import type { MapState } from '../useMapChoice.ts'
import type { Rights } from './inspectorContext.ts'
import { LayersPanel } from './LayersPanel.tsx'
import { MapSearch } from './MapSearch.tsx'
import { type PlaceOnMap, placesOnMap } from './placesOnMap.ts'
import { WeekStrip } from './WeekStrip.tsx'

interface SidePanelProps {
  readonly state: MapState
  readonly course: Course
  readonly holes: readonly Hole[]
  readonly rasters: Rasters
  readonly mowers: readonly Mower[]
  /** Names of the vehicles that can be filtered by. */
  readonly vehicles: readonly { readonly id: string; readonly name: string }[]
  readonly carts: readonly Cart[]
  readonly rights: Rights
  readonly now: Date
  /** The editor has an import of its own, and edits no history. */
  readonly isEditing: boolean
  readonly onImport: () => void
  readonly onExport: () => void
  readonly onHistory: () => void
  readonly onRasters: () => void
  readonly onMission: (mission: Mission) => void
  readonly onPlace: (place: PlaceOnMap) => void
  /** True if the panel covers the map instead of being beside it. */
  readonly onClose?: () => void
}

export function SidePanel(props: SidePanelProps) {
  const { state, course, holes, rasters, mowers, vehicles, carts, rights, now, isEditing } = props
  const { onImport, onExport, onHistory, onRasters, onMission, onPlace, onClose } = props
  const { t, i18n } = useTranslation()
  const { features } = course
  const { seesOperations } = rights
  const places = useMemo(
    () => placesOnMap(features, seesOperations ? mowers : [], carts, i18n.language),
    [features, seesOperations, mowers, carts, i18n.language],
  )
  return (
    <LayersPanel
      state={state}
      zoneTypes={course.zoneTypes}
      holes={holes}
      rasters={rasters}
      hasBaseMap={(course.settings?.baseMapUrl ?? '') !== ''}
      vehicles={vehicles}
      mayPlan={rights.mayPlan}
      seesOperations={rights.seesOperations}
      {...(rights.mayEditMap ? { onRasters } : {})}
      {...(rights.mayEditMap && !isEditing ? { onImport } : {})}
      {...(rights.seesOperations && !isEditing ? { onExport, onHistory } : {})}
      search={<MapSearch places={places} onPick={onPlace} />}
      calendar={
        <WeekStrip
          day={state.choice.day}
          now={now}
          features={course.features}
          mowers={mowers}
          onDay={day => state.change({ day })}
          onMission={onMission}
        />
      }
      closeButton={
        onClose === undefined ? undefined : (
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        )
      }
    />
  )
}
