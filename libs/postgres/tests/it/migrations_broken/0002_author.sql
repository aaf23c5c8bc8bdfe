CREATE TABLE author (name TEXT);
ALTER TABLE nothing ADD COLUMN author TEXT;
