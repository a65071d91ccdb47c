import type { Doing, State } from '../../kit/state.ts'
import { SearchField } from './SearchField.tsx'
import { StateFilter } from './StateFilter.tsx'
import classes from './TrackerList.module.css'
import type { ListFilters } from './useListFilters.ts'

/** The search, and what can be filtered by once it is counted. */
export function ListHead({ filters, counts, movements }: Props) {
  const { search, setSearch, state, setState, doing, setDoing } = filters
  return (
    <div className={classes.head}>
      <SearchField value={search} onChange={setSearch} />
      {counts && movements && (
        <StateFilter
          counts={counts}
          value={state}
          onChange={setState}
          movements={movements}
          doing={doing}
          onDoing={setDoing}
        />
      )}
    </div>
  )
}

type Props = { filters: ListFilters; counts: Record<State, number> | null; movements: Record<Doing, number> | null }
