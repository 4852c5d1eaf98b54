-- The tables of archive.sqlite. Tables and columns may be added; none is changed or removed.
-- Dates are ISO 8601, those of announcements US Eastern; times are in UTC. Titles, names and comments are plain Unicode.

CREATE TABLE archive (
  name TEXT PRIMARY KEY NOT NULL,         -- title, description, url, as_of (newest date held), tables (their version)
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE themes (
  slug TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  definition TEXT NOT NULL
);

CREATE TABLE papers (
{columns}
);

CREATE TABLE authors (
  paper TEXT NOT NULL REFERENCES papers (key),
  place INTEGER NOT NULL,                 -- 1 is the first author
  name TEXT NOT NULL,
  PRIMARY KEY (paper, place)
) WITHOUT ROWID;

CREATE TABLE papers_categories (
  paper TEXT NOT NULL REFERENCES papers (key),
  category TEXT NOT NULL,                 -- arXiv's code
  place INTEGER NOT NULL,                 -- 1 is the primary category
  PRIMARY KEY (paper, category)
) WITHOUT ROWID;

CREATE TABLE papers_themes (
  paper TEXT NOT NULL REFERENCES papers (key),
  theme TEXT NOT NULL REFERENCES themes (slug),
  place INTEGER NOT NULL,                 -- 1 fits best
  PRIMARY KEY (paper, theme)
) WITHOUT ROWID;

CREATE TABLE versions (
  paper TEXT NOT NULL REFERENCES papers (key),
  version INTEGER NOT NULL,               -- gaps are normal
  submitted TEXT,
  title TEXT,
  withdrawn INTEGER NOT NULL,
  PRIMARY KEY (paper, version)
) WITHOUT ROWID;

CREATE TABLE sightings (                  -- where and when a paper was announced or seen
  paper TEXT NOT NULL REFERENCES papers (key),
  place INTEGER NOT NULL,                 -- 1 is the oldest
  date TEXT NOT NULL,
  source TEXT NOT NULL,
  type TEXT NOT NULL,                     -- new, cross, replace, replace-cross; harvest, card, report
  category TEXT,                          -- whose listing had it
  version INTEGER,
  reconstructed INTEGER NOT NULL,         -- 1: computed from submission times, no listing of the day was read
  told_by TEXT,                           -- the archives by which this one knows of it, the last one first
  PRIMARY KEY (paper, place)
) WITHOUT ROWID;

CREATE TABLE cards (                      -- summaries; the archive's own have the source `daybook`
  paper TEXT NOT NULL REFERENCES papers (key),
  place INTEGER NOT NULL,
  source TEXT NOT NULL,
  headline TEXT NOT NULL,
  gist TEXT,                              -- one line: what was written, else the sentence that lists show
  figures TEXT NOT NULL,                  -- a JSON list of texts; of cards that people and other sources wrote
  badge TEXT,
  date TEXT,
  result TEXT,                            -- the sentence of the abstract that says what was found, as JSON: text,
  what TEXT,                              -- version, and start and end in that version's plain abstract; what was done
  by TEXT,                                -- of the archive's own: the person or the language model; null: its rules
  PRIMARY KEY (paper, place)
) WITHOUT ROWID;

CREATE TABLE coverage (                   -- how much of each category's announcement is held
  date TEXT NOT NULL,
  category TEXT NOT NULL,
  state TEXT NOT NULL,                    -- complete, quiet, partial, contradicted, stale, missing, unasked, reconstructed
  stored INTEGER NOT NULL,
  total INTEGER,                          -- as arXiv states
  witnesses INTEGER NOT NULL,             -- how many sources say that this is all
  PRIMARY KEY (date, category)
) WITHOUT ROWID;

CREATE TABLE digests (
  date TEXT PRIMARY KEY NOT NULL,
  text TEXT NOT NULL,
  by TEXT NOT NULL                        -- `rules` of the archive, its `editor` (Markdown), or a language model's name
) WITHOUT ROWID;

-- Finds papers by words and phrases, whatever their endings and accents. With the words' places, which take a sixth of
-- the file: Datasette asks for each word as a phrase, and `fault-tolerant` and `O'Brien` are two words each.
CREATE VIRTUAL TABLE papers_fts USING fts5 (
  title, abstract, authors,
  content="papers", tokenize='porter unicode61 remove_diacritics 2'
);

-- Once all rows are there.
CREATE INDEX papers_first_seen ON papers (first_seen);
CREATE INDEX papers_primary_category ON papers (primary_category);
CREATE INDEX authors_name ON authors (name);
CREATE INDEX papers_categories_category ON papers_categories (category);
CREATE INDEX papers_themes_theme ON papers_themes (theme);
CREATE INDEX sightings_date ON sightings (date);
INSERT INTO papers_fts (papers_fts) VALUES ('rebuild');
INSERT INTO papers_fts (papers_fts) VALUES ('optimize');
ANALYZE;
VACUUM;
