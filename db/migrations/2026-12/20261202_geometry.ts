import { type Kysely, sql } from 'kysely'

export const after = '20261201_converge'
export const checksum = 'e7b926d68f004e26059b294573f0388534b678c2c0491bb5c1ed36e11e693b30'

/**
 * Boundaries are cut into parts in a time that grows with their vertices. ST_Subdivide and ST_Intersection on a grid
 * compare edges with edges: a valid comb of 3000 vertices kept them busy for 50 s.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Clipping by a box is linear in the vertices. Where it loses area, which a degenerate edge on the box may cause, the
  // slower intersection is taken. It is cut where fewer edges are expected to cross: their extent along an axis, all
  // together, over that of the area. Cut through the teeth of a comb, each tooth would be counted in each piece.
  `create function halve_area(area geometry) returns setof geometry language plpgsql immutable parallel safe as $$
  declare
    west constant float8 := st_xmin(area); east constant float8 := st_xmax(area);
    south constant float8 := st_ymin(area); north constant float8 := st_ymax(area);
    width constant float8 := greatest(east - west, 1e-12); height constant float8 := greatest(north - south, 1e-12);
    across_upright constant float8 := st_perimeter(st_scale(area, 1, 0)) / width;
    across_level constant float8 := st_perimeter(st_scale(area, 0, 1)) / height;
    upright constant boolean := case
      when across_upright < 0.8 * across_level then true
      when across_level < 0.8 * across_upright then false
      else width >= height end;
    middle constant float8 := case when upright then (west + east) / 2 else (south + north) / 2 end;
    boxes geometry[]; halves geometry[];
  begin
    boxes := case when upright
      then array[st_makeenvelope(west, south, middle, north, 4326), st_makeenvelope(middle, south, east, north, 4326)]
      else array[st_makeenvelope(west, south, east, middle, 4326), st_makeenvelope(west, middle, east, north, 4326)] end;
    halves := array(select st_collectionextract(st_clipbybox2d(area, box::box2d), 3) from unnest(boxes) box);
    if abs(coalesce(st_area(halves[1]), 0) + coalesce(st_area(halves[2]), 0) - st_area(area))
      > 1e-12 * (east - west) * (north - south)
    then
      halves := array(select st_collectionextract(st_intersection(area, box), 3) from unnest(boxes) box);
    end if;
    return query select part.geom from unnest(halves) half, st_dump(half) part;
  end $$`,

  // A piece is small enough below a hundred vertices, counted with those that edges are cut with.
  `create function is_small_area(area geometry) returns boolean language sql immutable parallel safe as $$
    select st_npoints(area) + st_perimeter(area) / 0.1 <= 120
  $$`,

  `create function cut_area(area geometry) returns setof geometry language sql immutable parallel safe as $$
    with recursive piece (geom, depth) as (
      select geom, 0 from st_dump(st_collectionextract(area, 3))
      union all
      select half, depth + 1 from piece, halve_area(geom) half where not is_small_area(geom) and depth < 60
    )
    select small.geom
    from piece, st_dump(st_collectionextract(case when st_isvalid(geom) then geom else st_makevalid(geom) end, 3)) small
    where is_small_area(piece.geom) or depth >= 60
  $$`,

  // Edges are drawn straight in longitude and latitude; cut to 0.1 degree, geodesics stay within two metres of them.
  `create or replace function keep_boundary_parts() returns trigger language plpgsql set jit = off as $$
  begin
    delete from boundary_part where organisation_id = new.organisation_id and boundary_id = new.id;
    if new.active then
      insert into boundary_part
        (organisation_id, boundary_id, owner_user_id, buffer_m, use_accuracy, all_trackers, schedule, geometry, reach)
      select new.organisation_id, new.id, new.owner_user_id, new.buffer_m, new.use_accuracy, new.all_trackers,
             new.schedule,
             piece, st_expand(st_envelope(piece), widen / cos(radians(least(85, widest + widen))), widen)
      from (select st_segmentize(area, 0.1) as piece from cut_area(new.geometry) area offset 0) pieces,
      lateral (select new.buffer_m / 110000.0 as widen,
                      greatest(abs(st_ymin(piece)), abs(st_ymax(piece))) as widest) box
      where st_geometrytype(st_envelope(piece)) = 'ST_Polygon';
    end if;
    return null;
  end $$`,
  // What stands already is cut in the new way, too.
  `update boundary set active = active where active`,
]
