/** Roles of rows whose cells have controls (ARIA's treegrid). Elements of tables would not wrap their cells. */
export const ROW = { role: 'row' } as const;
export const CELL = { role: 'gridcell' } as const;
