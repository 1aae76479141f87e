/** Roles of a tree whose rows have controls (ARIA's treegrid). A table element would not have them, nor wrap its cells. */
export const TREE = { role: 'treegrid' } as const;
export const ROW = { role: 'row' } as const;
export const CELL = { role: 'gridcell' } as const;
