import { calls } from '@greensward/contract'
import type { Dish } from '@greensward/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { download } from '../../api/index.ts'
import { useObjectUrl } from '../../ui/photo/useObjectUrl.ts'

interface DishPhotoProps {
  readonly dish: Pick<Dish, 'id' | 'name' | 'photo'>
  readonly className?: string | undefined
}

/** The photo of a dish; nothing where it has none. It is read with the session's key, which a plain address cannot carry. */
export function DishPhoto({ dish, className }: DishPhotoProps) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['photo', dish.id, dish.photo],
    queryFn: () => download(calls.dishes.photo, { id: dish.id }),
    enabled: dish.photo !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useObjectUrl(data)
  if (dish.photo === null || address === undefined) return null
  return <img className={className} src={address} alt={t('restaurant.photoOf', { name: dish.name })} />
}
