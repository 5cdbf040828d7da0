# One image for the web server, the workers and beat; docker-compose.yml says which runs what.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 TEIEN_VAR=/var/lib/teien
WORKDIR /srv/teien

COPY requirements/main.txt requirements/main.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/main.txt

COPY . .
RUN useradd --system --create-home --home-dir /var/lib/teien teien
USER teien

EXPOSE 8000
CMD ["python", "-m", "gunicorn", "--config", "config/gunicorn.py"]
