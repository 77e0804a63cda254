import { calls } from '@greensward/contract'
import { type MenuLanguage, menuLanguage } from '@greensward/domain'
import { NativeSelect } from '@mantine/core'
import { IconToolsKitchen2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime } from '../../api/index.ts'
import { ClockInput, EmptyState, QueryState } from '../../ui/index.ts'
import { momentOf } from '../../ui/zonedTime.ts'
import { DishPhoto } from './DishPhoto.tsx'
import { formatPrice } from './price.ts'
import classes from './RestaurantPage.module.css'
import { descriptionIn, nameIn } from './translated.ts'

/** The menu as the carts show it, now or at another time of today, in one of its languages. */
export function MenuPreview() {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const [clock, setClock] = useState('')
  const [language, setLanguage] = useState<MenuLanguage>(
    () => menuLanguage.options.find(known => i18n.language.startsWith(known)) ?? 'en',
  )
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const at = clock === '' ? undefined : momentOf(time.dayOf(new Date()), hour, minute, time.zone).toISOString()
  const query = useCall(calls.menu.get, { query: at === undefined ? {} : { at } }, { keepPrevious: true })
  return (
    <div className={classes.preview}>
      <div className={classes.pair}>
        <ClockInput
          label={t('restaurant.previewAt')}
          description={clock === '' ? t('restaurant.previewNow') : undefined}
          value={clock}
          onChange={setClock}
        />
        <NativeSelect
          label={t('restaurant.previewLanguage')}
          value={language}
          onChange={event =>
            setLanguage(menuLanguage.options.find(known => known === event.currentTarget.value) ?? 'en')
          }
          data={menuLanguage.options.map(value => ({ value, label: t(`restaurant.languages.${value}`) }))}
        />
      </div>
      {query.data === undefined ? (
        <QueryState query={query} />
      ) : query.data.categories.length === 0 ? (
        <EmptyState
          icon={<IconToolsKitchen2 aria-hidden />}
          title={t('restaurant.previewNone')}
          text={t('restaurant.noneText')}
        />
      ) : (
        <article className={classes.card} lang={language}>
          {query.data.categories.map(category => (
            <section key={category.id}>
              <h2 className={classes.cardTitle}>{nameIn(category, language)}</h2>
              <ul className={classes.cardDishes}>
                {category.dishes.map(dish => (
                  <li key={dish.id} className={classes.cardDish}>
                    <DishPhoto dish={dish} className={classes.cardPhoto} />
                    <span className={classes.words}>
                      <strong>{nameIn(dish, language)}</strong>
                      {descriptionIn(dish, language) !== '' && <span>{descriptionIn(dish, language)}</span>}
                      {dish.allergens.length > 0 && (
                        <span className={classes.hint}>
                          {dish.allergens
                            .map(allergen => t(`restaurant.allergen.${allergen}`, { lng: language }))
                            .join(', ')}
                        </span>
                      )}
                    </span>
                    <strong>{formatPrice(dish, language)}</strong>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </article>
      )}
    </div>
  )
}
