import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { guarded } from '../../core/api.ts'
import { useRegistration } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { kindOf, useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import type { MenuIcon } from '../../kit/theme/menuIcons.tsx'
import { menuIcons } from '../../kit/theme/menuIcons.tsx'
import { doors } from '../doors.ts'
import { isFor, menuOf } from '../menu/menus.ts'
import { useMenuText } from '../menu/useMenuText.ts'
import classes from './Palette.module.css'
import { matches } from './words.ts'

/** Milliseconds without a key until rows are searched. */
const pause = 150

/**
 * Goes to a page, creates something, or opens a row: what is typed filters them. Arrow keys select, Enter opens, Esc
 * closes.
 */
export default function Palette({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const { groups, searching } = useGroups(search)
  const choices = groups.flatMap((group) => group.choices)
  const selected = Math.min(at, choices.length - 1)
  useEffect(() => dialog.current!.showModal(), [])
  useEffect(() => {
    // Braces: in newer browsers it returns a promise, which React would take for a clean-up function.
    document.getElementById(`${id}-${selected}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, selected])

  const open = ({ path }: Choice) => {
    close()
    navigate(path)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((selected + step + choices.length) % Math.max(1, choices.length))
    else if (event.key === 'Enter' && choices[selected]) open(choices[selected])
    else return
    event.preventDefault()
  }
  return (
    // A click on the backdrop closes it; keyboard users have Esc.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label={t('palette.open')}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <input
        className={classes.search}
        role="combobox"
        aria-label={t('palette.open')}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={choices[selected] && `${id}-${selected}`}
        placeholder={t('palette.placeholder')}
        value={search}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <Listbox id={id} groups={groups} busy={searching} selected={selected} select={setAt} open={open} />
      {choices.length === 0 && !searching && <None />}
    </dialog>
  )
}

function Listbox({ id, groups, busy, selected, select, open }: ListboxProps) {
  const { t } = useTranslation()
  return (
    <div id={id} role="listbox" aria-label={t('palette.open')} aria-busy={busy} className={classes.list}>
      {groups.map(({ label, first, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped so
        <div key={label} role="group" aria-label={label}>
          <div className={classes.label} aria-hidden="true">
            {label}
          </div>
          {choices.map((choice, i) => (
            // The field keeps the focus, and says which option is selected.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={choice.key}
              id={`${id}-${first + i}`}
              role="option"
              aria-selected={first + i === selected}
              className={classes.choice}
              onMouseMove={() => select(first + i)}
              onClick={() => open(choice)}
            >
              <span className={classes.icon}>{menuIcons[choice.icon]}</span>
              {choice.label}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function None() {
  const { t } = useTranslation()
  return (
    <p className={classes.none} role="status">
      {t('palette.none')}
    </p>
  )
}

/** What matches, by kind. */
function useGroups(search: string): { groups: Group[]; searching: boolean } {
  const { t } = useTranslation()
  const textOf = useMenuText()
  const { user, organisation_id } = useSession()
  const registration = useRegistration()
  const features = useFeatures()
  const kind = kindOf(user)
  const rows = useRows(search)
  const page = (icon: MenuIcon, label: string, path: string) => ({ key: path, icon, label, path })
  const pages = [
    ...menuOf(kind, { registration, features, user, organisation_id }).map(({ icon, label, path }) =>
      page(icon, textOf(label), path),
    ),
    page('help', t('frame.help'), paths.help()),
    ...(user ? [page('people', t('frame.profile'), paths.profile())] : []),
  ]
  const creates = doors
    .filter(({ feature }) => user && (!feature || features.includes(feature)))
    .flatMap(({ creates = [] }) => creates.filter(({ only }) => isFor(kind, only)))
    .map(({ icon, label, page: name }) => page(icon, t(`palette.create.${label}`), paths[name as 'home']()))
  const listed = [
    { label: t('palette.pages'), choices: pages.filter(({ label }) => matches(label, search)) },
    { label: t('palette.actions'), choices: creates.filter(({ label }) => matches(label, search)) },
    ...rows.groups,
  ].filter(({ choices }) => choices.length > 0)
  const groups = listed.map((group, i) => ({
    ...group,
    first: listed.slice(0, i).reduce((sum, { choices }) => sum + choices.length, 0),
  }))
  return { groups, searching: rows.searching }
}

/** Rows of the domains that the organisation has, searched by the server. */
function useRows(typed: string) {
  const textOf = useMenuText()
  const { user, organisation_id } = useSession()
  const features = useFeatures()
  const [search] = useDebouncedValue(typed.trim(), pause)
  const kind = kindOf(user)
  const { data: all = [] } = useQuery(finders)
  const mine = all.filter(({ feature, only }) => (!feature || features.includes(feature)) && isFor(kind, only))
  const results = useQueries({
    queries: mine.map(({ label, find }) => ({
      queryKey: queryKeys.palette(organisation_id, textOf(label), search),
      queryFn: () => guarded(find(organisation_id!, search)),
      enabled: user !== null && organisation_id !== null && search !== '',
      placeholderData: keepPreviousData,
    })),
  })
  const groups = mine.map(({ label, icon }, i) => ({
    label: textOf(label),
    choices: (search === '' ? [] : (results[i]!.data ?? [])).map((row) => ({
      ...row,
      key: `${textOf(label)} ${row.id}`,
      icon,
    })),
  }))
  return { groups, searching: typed.trim() !== search || results.some(({ isFetching }) => isFetching) }
}

/** Of all doors, each with the feature of its door. */
const finders = queryOptions({
  queryKey: queryKeys.finders(),
  queryFn: async () => {
    const parts = doors.map(async ({ feature, finds }) =>
      ((await finds?.()) ?? []).map((each) => ({ ...each, feature })),
    )
    return (await Promise.all(parts)).flat()
  },
  staleTime: Number.POSITIVE_INFINITY,
})

type Choice = { key: string; icon: MenuIcon; label: string; path: string }
type Group = { label: string; first: number; choices: Choice[] }
type ListboxProps = {
  id: string
  groups: Group[]
  busy: boolean
  selected: number
  select: (at: number) => void
  open: (choice: Choice) => void
}
