import { ActionIcon, Alert, Badge, Button, NumberInput, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import type { Scope } from '../content/useScope.ts'
import { keys } from '../keys.ts'
import classes from './FaqOrder.module.css'
import { moved } from './moved.ts'

const most = 1000

/** Puts FAQs in order: by one place, or to a place by its number. */
export function FaqOrder({ scope: { filters, query } }: { scope: Scope }) {
  const { t } = useTranslation()
  const faqs = useQuery({
    queryKey: keys.faqOrder(filters),
    queryFn: () => guarded(client.list('faq', { ...filters, sort: 'position', limit: most })),
    staleTime: 0,
    // An order that is being changed is not replaced.
    refetchOnReconnect: false,
    gcTime: 0,
  })
  const back = (
    <Button component={Link} to={paths.faqs(query)} variant="default">
      {t('site:faqs.list')}
    </Button>
  )
  return (
    <Loaded query={faqs} title={t('site:faqs.order')}>
      {({ data, info }) => (
        <Page title={t('site:faqs.order')} actions={back}>
          <Text c="dimmed" mb="md">
            {t('site:faqs.orderText')}
          </Text>
          {info.total > data.length && <Alert mb="md">{t('site:faqs.tooMany')}</Alert>}
          {data.length > 0 ? <Order key={faqs.dataUpdatedAt} rows={data} /> : <Text>{t('site:faqs.empty')}</Text>}
        </Page>
      )}
    </Loaded>
  )
}

function Order({ rows }: { rows: Row<'faq'>[] }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [order, setOrder] = useState(rows)
  const free = useRef(false)
  const is_changed = order.some(({ id }, i) => id !== rows[i]!.id)
  const move = (from: number, to: number) => setOrder((before) => moved(before, from, to))
  const save = () =>
    send(async () => {
      await guarded(post('faqs/order', { ids: order.map(({ id }) => id) }))
      showSuccess(t('site:faqs.ordered'))
      await refresh('faq')
    })
  return (
    <>
      <UnsavedChanges changed={is_changed} free={free} />
      <RefusalAlert refusal={refusal} />
      <ol className={classes.faqs}>
        {order.map((faq, i) => (
          <Line key={faq.id} faq={faq} place={i + 1} last={order.length} move={(to) => move(i, to - 1)} />
        ))}
      </ol>
      <div className={classes.save}>
        <Button onClick={save} loading={busy} disabled={!is_changed}>
          {t('site:faqs.saveOrder')}
        </Button>
      </div>
    </>
  )
}

function Line({ faq: { question, category, published }, place, last, move }: LineProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<number | string | null>(null)
  const apply = () => {
    setTyped(null)
    if (typeof typed === 'number') move(Math.min(last, Math.max(1, Math.round(typed))))
  }
  return (
    <li>
      <NumberInput
        className={classes.place}
        aria-label={t('site:faqs.place', { question })}
        value={typed ?? place}
        min={1}
        max={last}
        hideControls
        onChange={setTyped}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
      <div className={classes.question}>
        <span>{question}</span>
        {category && <small>{category}</small>}
        {!published && (
          <Badge variant="light" color="gray">
            {t('site:faqs.draft')}
          </Badge>
        )}
      </div>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('site:faqs.up', { question })}
        disabled={place === 1}
        onClick={() => move(place - 1)}
      >
        <Icon of={IconArrowUp} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('site:faqs.down', { question })}
        disabled={place === last}
        onClick={() => move(place + 1)}
      >
        <Icon of={IconArrowDown} />
      </ActionIcon>
    </li>
  )
}

type LineProps = {
  faq: Row<'faq'>
  /** From 1. */
  place: number
  last: number
  move: (to: number) => void
}
