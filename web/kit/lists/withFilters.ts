/** The address with changed filters, on the first page unless one is given. What is empty, false or null is left out. */
export function withFilters(params: URLSearchParams, changed: Record<string, Value>): URLSearchParams {
  const after = new URLSearchParams(params)
  after.delete('page')
  for (const [name, value] of Object.entries(changed)) {
    if (value) after.set(name, value === true ? '1' : String(value))
    else after.delete(name)
  }
  return after
}

type Value = string | number | boolean | null
