import type { Hole, ZoneType } from '@greensward/domain'
import { Button, Switch } from '@mantine/core'
import {
  IconBan,
  IconChevronDown,
  IconChevronUp,
  IconCloudRain,
  IconDots,
  IconDownload,
  IconFileImport,
  IconFilter,
  IconGolf,
  IconHistory,
  IconMap,
  IconMountain,
  IconNote,
  IconPhoto,
  IconPhotoPlus,
  IconPlant2,
  IconPlus,
  IconPolygon,
  IconRoute,
  IconRoute2,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base, LayerId } from '../../../map-canvas/scene.ts'
import type { Rasters } from '../../../map-view/courseReadings.ts'
import { toggled } from '../../../map-view/mapChoice.ts'
import { CartIcon, IconButton, MowerIcon, StatusPill } from '../../../ui/index.ts'
import type { MapState } from '../useMapChoice.ts'
import type { FiltersProps } from './FilterFields.tsx'
import classes from './LayersPanel.module.css'
import { OpacityField } from './OpacityField.tsx'
import { PressedMenu } from './PressedMenu.tsx'

// Few people open it, so the press loads it.
const FilterFields = lazy(() => import('./FilterFields.tsx').then(module => ({ default: module.FilterFields })))
const PhotoChoice = lazy(() => import('./PhotoChoice.tsx').then(module => ({ default: module.PhotoChoice })))

const GROUPS: readonly {
  readonly name: string
  readonly layers: readonly { readonly id: LayerId; readonly Icon: ComponentType<{ size?: number }> }[]
}[] = [
  {
    name: 'course',
    layers: [
      { id: 'zones', Icon: IconPolygon },
      { id: 'holes', Icon: IconGolf },
      { id: 'roads', Icon: IconRoute },
      { id: 'notes', Icon: IconNote },
    ],
  },
  {
    name: 'fleet',
    layers: [
      { id: 'mowers', Icon: MowerIcon },
      { id: 'carts', Icon: CartIcon },
      { id: 'missions', Icon: IconRoute2 },
      { id: 'player', Icon: IconUsersGroup },
    ],
  },
  {
    name: 'limits',
    layers: [
      { id: 'noGo', Icon: IconBan },
      { id: 'rain', Icon: IconCloudRain },
    ],
  },
]

const RELIEFS = ['hillshade', 'slope'] as const satisfies readonly Base[]

interface LayersPanelProps {
  readonly state: MapState
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly rasters: Rasters
  /** The map settings have an address of tiles. */
  readonly hasBaseMap: boolean
  /** Names of the vehicles that can be filtered by. */
  readonly vehicles: readonly { readonly id: string; readonly name: string }[]
  readonly mayPlan: boolean
  readonly seesOperations: boolean
  /** Absent for roles that may not. */
  readonly onImport?: () => void
  readonly onExport?: () => void
  readonly onHistory?: () => void
  readonly onRasters?: () => void
  /** Null for the past, which has neither plans nor today's grass. */
  readonly calendar: ReactNode | null
  /** Absent for the past, where a place may have been another. */
  readonly search?: ReactNode
  readonly closeButton?: ReactNode
}

/** The control panel: what is shown, filtered, and due. */
export function LayersPanel(props: LayersPanelProps) {
  const { state, zoneTypes, holes, rasters, hasBaseMap, vehicles, mayPlan, seesOperations, calendar, closeButton } =
    props
  const { choice, change, toggleAll, allHidden } = state
  const { t } = useTranslation()
  const toggle = (layer: LayerId): void => change(now => ({ hidden: toggled(now.hidden, layer) }))
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <h2>{t('map.layers.title')}</h2>
        <span className={classes.space} />
        <Switch
          size="sm"
          labelPosition="left"
          label={t('map.layers.hideAll')}
          checked={allHidden}
          onChange={toggleAll}
        />
        <MapMenu {...props} />
        {closeButton}
      </header>
      {props.search}
      <div className={classes.scroll}>
        <BaseChoice state={state} rasters={rasters} onToggle={toggle} />
        <GroundTools state={state} rasters={rasters} hasBaseMap={hasBaseMap} onToggle={toggle} />
        {GROUPS.map(({ name, layers }) => (
          <fieldset key={name} className={classes.group}>
            <legend>{t(`map.layers.group.${name}`)}</legend>
            {layers
              .filter(({ id }) => seesOperations || (id !== 'mowers' && id !== 'missions'))
              .map(({ id, Icon }) => (
                <button
                  key={id}
                  type="button"
                  className={classes.tile}
                  aria-pressed={!choice.hidden.includes(id)}
                  onClick={() => toggle(id)}
                >
                  <Icon size={18} aria-hidden />
                  {t(`map.layers.${id}`)}
                </button>
              ))}
          </fieldset>
        ))}
        {seesOperations && calendar !== null && (
          <div className={classes.group}>
            <button
              type="button"
              className={classes.tile}
              aria-pressed={choice.grass}
              onClick={() => change(now => ({ grass: !now.grass }))}
            >
              <IconPlant2 size={18} aria-hidden />
              {t('map.grass.layer')}
            </button>
          </div>
        )}
        <hr className={classes.line} />
        <Filters
          filters={choice}
          zoneTypes={zoneTypes}
          holes={holes}
          vehicles={vehicles}
          onChange={change}
          withStatus={seesOperations && calendar !== null}
        />
      </div>
      {seesOperations && calendar !== null && <div className={classes.calendar}>{calendar}</div>}
      {mayPlan && (
        <Button component={Link} to="/missions/new" size="md" h={48} leftSection={<IconPlus size={20} />} fullWidth>
          {t('map.addMission')}
        </Button>
      )}
    </div>
  )
}

/** One entry of the menu; none without its action. */
const entryOf = (key: string, label: string, icon: ReactNode, onPress: (() => void) | undefined) =>
  onPress === undefined ? [] : [{ key, label, icon, onPress }]

type MapMenuProps = Pick<LayersPanelProps, 'onImport' | 'onExport' | 'onHistory' | 'onRasters'>

function MapMenu({ onImport, onExport, onHistory, onRasters }: MapMenuProps) {
  const { t } = useTranslation()
  if (onRasters === undefined && onExport === undefined) return null
  return (
    <PressedMenu
      target={
        <IconButton label={t('map.menu')}>
          <IconDots size={20} />
        </IconButton>
      }
      entries={[
        ...entryOf('import', t('map.import.open'), <IconFileImport size={18} />, onImport),
        ...entryOf('rasters', t('map.rasters.open'), <IconPhotoPlus size={18} />, onRasters),
        ...entryOf('history', t('map.history.title'), <IconHistory size={18} />, onHistory),
        ...entryOf('export', t('map.export'), <IconDownload size={18} />, onExport),
      ]}
    />
  )
}

interface BaseChoiceProps {
  readonly state: MapState
  readonly rasters: Rasters
  readonly onToggle: (layer: LayerId) => void
}

/** The aerial picture, or one of the reliefs. */
function BaseChoice({ state: { choice, change }, rasters: { photos, dem }, onToggle }: BaseChoiceProps) {
  const { t } = useTranslation()
  const isRelief = RELIEFS.some(name => name === choice.base)
  const hasContours = !choice.hidden.includes('contours')
  return (
    <fieldset className={classes.ground} aria-label={t('map.layers.ground')}>
      <button
        type="button"
        aria-pressed={choice.base === 'orthophoto'}
        disabled={photos.length === 0}
        onClick={() => change(now => ({ base: now.base === 'orthophoto' ? 'none' : 'orthophoto' }))}
      >
        <IconPhoto size={18} aria-hidden />
        {t('map.layers.base.orthophoto')}
      </button>
      <PressedMenu
        target={
          <button type="button" aria-pressed={isRelief} disabled={dem === undefined}>
            <IconMountain size={18} aria-hidden />
            {isRelief ? t(`map.layers.base.${choice.base}`) : t('map.layers.base.dem')}
            <IconChevronDown size={16} aria-hidden />
          </button>
        }
        entries={[
          ...RELIEFS.map(name => ({
            key: name,
            label: t(`map.layers.base.${name}`),
            checked: choice.base === name,
            disabled: dem?.hasReliefs !== true,
            onPress: () => change(now => ({ base: now.base === name ? 'none' : name })),
          })),
          {
            key: 'contours',
            label: t('map.layers.contours'),
            checked: hasContours,
            onPress: () => onToggle('contours'),
          },
        ]}
      />
    </fieldset>
  )
}

interface GroundToolsProps {
  readonly state: MapState
  readonly rasters: Rasters
  readonly hasBaseMap: boolean
  readonly onToggle: (layer: LayerId) => void
}

/** The choices for the pictures below the course: which day, compared with which, how opaque. */
function GroundTools({ state, rasters, hasBaseMap, onToggle }: GroundToolsProps) {
  const { t } = useTranslation()
  const { choice, change } = state
  const { photos } = rasters
  const isPhoto = choice.base === 'orthophoto' && photos.length > 0
  const own = photos.find(({ id }) => id === choice.photo) ?? photos[0]
  if (choice.base === 'none' && !hasBaseMap) return null
  return (
    <div className={classes.tools}>
      {hasBaseMap && (
        <button
          type="button"
          className={classes.tile}
          aria-pressed={!choice.hidden.includes('baseMap')}
          onClick={() => onToggle('baseMap')}
        >
          <IconMap size={18} aria-hidden />
          {t('map.layers.baseMap')}
        </button>
      )}
      {isPhoto && photos.length > 1 && own !== undefined && (
        <Suspense>
          <PhotoChoice own={own} photos={photos} compared={choice.compared} onChange={change} />
        </Suspense>
      )}
      {choice.base !== 'none' && <OpacityField opacity={choice.opacity} onChange={change} />}
    </div>
  )
}

function Filters({ filters, zoneTypes, holes, vehicles, withStatus, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { types, hole, statuses, vehicle } = filters
  const words = [
    ...zoneTypes.filter(type => types.includes(type.id)).map(type => type.name),
    ...holes.filter(item => item.id === hole).map(item => item.properties.name),
    ...statuses.map(status => t(`map.status.${status}`)),
    ...vehicles.filter(({ id }) => id === vehicle).map(({ name }) => name),
  ]
  const isFiltered = types.length > 0 || hole !== null || statuses.length > 0 || vehicle !== null
  return (
    <>
      <div className={classes.row}>
        <button
          type="button"
          className={classes.filterButton}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <IconFilter size={20} aria-hidden />
          <b>{t('map.filters.title')}</b>
          {words.length > 0 && (
            <StatusPill tone="main">
              <span className={classes.summary}>
                {words.length > 2 ? t('map.filters.count', { count: words.length }) : words.join(', ')}
              </span>
            </StatusPill>
          )}
          <span className={classes.space} />
          {open ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
        </button>
        {isFiltered && (
          <Button
            variant="subtle"
            className={classes.reset ?? ''}
            onClick={() => onChange({ types: [], hole: null, statuses: [], vehicle: null })}
          >
            {t('map.filters.reset')}
          </Button>
        )}
      </div>
      {open && (
        <div className={classes.filters} id={id}>
          <Suspense>
            <FilterFields
              filters={filters}
              zoneTypes={zoneTypes}
              holes={holes}
              vehicles={vehicles}
              withStatus={withStatus}
              onChange={onChange}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}
