import type { Hole, ZoneType } from '@greensward/domain'
import { Button, Menu, NativeSelect, Switch } from '@mantine/core'
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
  IconMountain,
  IconNote,
  IconPhoto,
  IconPlus,
  IconPolygon,
  IconRoute,
  IconRoute2,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CartIcon, IconButton, MowerIcon, StatusPill } from '../../ui/index.ts'
import type { Base, LayerId } from '../canvas/scene.ts'
import { type MapFilters, SHOWN_STATUSES } from '../mapChoice.ts'
import type { MapChoiceDoor } from '../useMapChoice.ts'
import classes from './LayersPanel.module.css'

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

const RELIEFS = ['hillshade', 'slope', 'contour'] as const satisfies readonly Base[]

interface LayersPanelProps {
  readonly door: MapChoiceDoor
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly hasOrthophoto: boolean
  readonly hasDem: boolean
  readonly mayPlan: boolean
  readonly seesOperations: boolean
  /** Absent for roles that may not. */
  readonly onImport?: () => void
  readonly onExport?: () => void
  readonly onHistory?: () => void
  readonly calendar: ReactNode
  readonly closeButton?: ReactNode
}

/** The control panel: what is shown, filtered, and due. */
export function LayersPanel(props: LayersPanelProps) {
  const { door, zoneTypes, holes, hasOrthophoto, hasDem, mayPlan, seesOperations, calendar, closeButton } = props
  const { onImport, onExport, onHistory } = props
  const { choice, change, toggleAll, allHidden } = door
  const { t } = useTranslation()
  const toggle = (layer: LayerId): void =>
    change({
      hidden: choice.hidden.includes(layer) ? choice.hidden.filter(id => id !== layer) : [...choice.hidden, layer],
    })
  const isRelief = RELIEFS.some(name => name === choice.base)
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
        {(onImport !== undefined || onExport !== undefined) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <IconButton label={t('map.menu')} size={32}>
                <IconDots size={20} />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              {onImport !== undefined && (
                <Menu.Item leftSection={<IconFileImport size={18} />} onClick={onImport}>
                  {t('map.import.open')}
                </Menu.Item>
              )}
              {onHistory !== undefined && (
                <Menu.Item leftSection={<IconHistory size={18} />} onClick={onHistory}>
                  {t('map.history.title')}
                </Menu.Item>
              )}
              {onExport !== undefined && (
                <Menu.Item leftSection={<IconDownload size={18} />} onClick={onExport}>
                  {t('map.export')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
        {closeButton}
      </header>
      <div className={classes.scroll}>
        <fieldset className={classes.ground} aria-label={t('map.layers.ground')}>
          <button
            type="button"
            aria-pressed={choice.base === 'orthophoto'}
            disabled={!hasOrthophoto}
            onClick={() => change({ base: choice.base === 'orthophoto' ? 'none' : 'orthophoto' })}
          >
            <IconPhoto size={18} aria-hidden />
            {t('map.layers.base.orthophoto')}
          </button>
          <Menu position="bottom-end" disabled={!hasDem}>
            <Menu.Target>
              <button type="button" aria-pressed={isRelief} disabled={!hasDem}>
                <IconMountain size={18} aria-hidden />
                {isRelief ? t(`map.layers.base.${choice.base}`) : t('map.layers.base.dem')}
                <IconChevronDown size={16} aria-hidden />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {RELIEFS.map(name => (
                <Menu.Item key={name} onClick={() => change({ base: name })}>
                  {t(`map.layers.base.${name}`)}
                </Menu.Item>
              ))}
              {isRelief && <Menu.Item onClick={() => change({ base: 'none' })}>{t('map.layers.base.none')}</Menu.Item>}
            </Menu.Dropdown>
          </Menu>
        </fieldset>
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
        <hr className={classes.line} />
        <Filters filters={choice} zoneTypes={zoneTypes} holes={holes} onChange={change} withStatus={seesOperations} />
        {seesOperations && (
          <>
            <hr className={classes.line} />
            {calendar}
          </>
        )}
      </div>
      {mayPlan && (
        <Button component={Link} to="/missions/new" size="md" h={48} leftSection={<IconPlus size={20} />} fullWidth>
          {t('map.addMission')}
        </Button>
      )}
    </div>
  )
}

interface FiltersProps {
  readonly filters: MapFilters
  readonly zoneTypes: readonly ZoneType[]
  readonly holes: readonly Hole[]
  readonly withStatus: boolean
  readonly onChange: (part: Partial<MapFilters>) => void
}

function Filters({ filters, zoneTypes, holes, withStatus, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { types, hole, statuses } = filters
  const words = [
    ...zoneTypes.filter(type => types.includes(type.id)).map(type => type.name),
    ...holes.filter(item => item.id === hole).map(item => item.properties.name),
    ...statuses.map(status => t(`missions.status.${status}`)),
  ]
  const isFiltered = types.length > 0 || hole !== null || statuses.length > 0
  const toggled = <T extends string>(list: readonly T[], item: T): readonly T[] =>
    list.includes(item) ? list.filter(other => other !== item) : [...list, item]
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
            onClick={() => onChange({ types: [], hole: null, statuses: [] })}
          >
            {t('map.filters.reset')}
          </Button>
        )}
      </div>
      {open && (
        <div className={classes.filters} id={id}>
          <fieldset className={classes.types}>
            <legend>{t('map.filters.types')}</legend>
            {zoneTypes.map(type => (
              <button
                key={type.id}
                type="button"
                className={classes.type}
                aria-pressed={types.includes(type.id)}
                onClick={() => onChange({ types: toggled(types, type.id) })}
              >
                <span className={classes.swatch} style={{ background: type.color }} />
                {type.name}
              </button>
            ))}
          </fieldset>
          <NativeSelect
            label={t('map.filters.hole')}
            value={hole ?? ''}
            data={[
              { value: '', label: t('map.filters.allHoles') },
              ...holes.map(item => ({ value: item.id, label: item.properties.name })),
            ]}
            onChange={event => onChange({ hole: event.currentTarget.value === '' ? null : event.currentTarget.value })}
          />
          {withStatus && (
            <fieldset className={classes.types}>
              <legend>{t('map.filters.status')}</legend>
              {SHOWN_STATUSES.map(status => (
                <button
                  key={status}
                  type="button"
                  className={classes.type}
                  aria-pressed={statuses.includes(status)}
                  onClick={() => onChange({ statuses: toggled(statuses, status) })}
                >
                  {t(`missions.status.${status}`)}
                </button>
              ))}
            </fieldset>
          )}
        </div>
      )}
    </>
  )
}
