/** Finds a place or a vehicle by its name, also for a person without a pointer. */
import { type OptionsFilter, Select } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fitOf, PLACE_KINDS, type PlaceOnMap } from './placesOnMap.ts'

/** More than these nobody reads; another letter leaves fewer. */
const MOST_SHOWN = 40

/** The best first inside a group, and the group of the best first. */
const byFit: OptionsFilter = ({ options, search }) => {
  if (search.trim() === '') return options
  let room = MOST_SHOWN
  return options
    .flatMap(option => {
      if (!('items' in option)) return []
      const kind = typeof option.group === 'string' ? option.group : ''
      const found = option.items
        .map(item => ({ item, fit: fitOf(search, item.label, kind) }))
        .filter(({ fit }) => fit > 0)
        .toSorted((a, b) => b.fit - a.fit)
      const [first] = found
      return first === undefined ? [] : [{ group: option.group, fit: first.fit, found }]
    })
    .toSorted((a, b) => b.fit - a.fit)
    .map(({ group, found }) => {
      const items = found.slice(0, room).map(({ item }) => item)
      room -= items.length
      return { group, items }
    })
    .filter(({ items }) => items.length > 0)
}

/** A text field, a list that is open, a sheet: there a slash is a slash. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null

interface MapSearchProps {
  readonly places: readonly PlaceOnMap[]
  readonly onPick: (place: PlaceOnMap) => void
}

export function MapSearch({ places, onPick }: MapSearchProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const groups = useMemo(
    () =>
      PLACE_KINDS.map(kind => ({
        group: kind === 'mower' || kind === 'cart' ? t(`map.layers.${kind}s`) : t(`map.kinds.${kind}`),
        items: places
          .filter(place => place.kind === kind)
          .map(place => ({ value: `${place.thing.kind}:${place.thing.id}`, label: place.title })),
      })).filter(({ items }) => items.length > 0),
    [places, t],
  )
  return (
    <Select
      ref={field}
      aria-label={t('map.search.label')}
      placeholder={t('map.search.hint')}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={<span />}
      data={groups}
      searchable
      selectFirstOptionOnChange
      filter={byFit}
      maxDropdownHeight={320}
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={t('map.search.nothing')}
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      onChange={value => {
        const place = places.find(({ thing }) => `${thing.kind}:${thing.id}` === value)
        setTyped('')
        field.current?.blur()
        if (place !== undefined) onPick(place)
      }}
    />
  )
}
